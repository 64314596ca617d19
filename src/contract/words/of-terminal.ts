import type { Says, Tell } from './says.ts';
import { words } from './en/words.ts';
import { onTerminal, terminal } from './en/terminal.ts';
import { tellIn } from './tell.ts';

/** The languages of the terminal. */
export type TerminalLanguage = 'en' | 'de';

/** As POSIX has it: the first of these that is set names the language of messages. English unless the terminal has it. */
export function languageIn(env: Readonly<Record<string, string | undefined>>): TerminalLanguage {
  const named = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^de(?:[_.@-]|$)/iu.test(named) ? 'de' : 'en';
}

/** Tells a person at the terminal what the engine and the terminal say. */
export const englishTeller: Tell = tellIn({ ...words, ...terminal, ...onTerminal });

/** The same in this language, whose words are loaded only where they are needed. */
export async function tellerIn(language: TerminalLanguage): Promise<Tell> {
  if (language === 'en') return englishTeller;
  const [german, own] = await Promise.all([import('./de/words.ts'), import('./de/terminal.ts')]);
  return tellIn({ ...german.words, ...own.terminal, ...own.onTerminal });
}

/** Whether people at the terminal go another way than the one that this names to programs. */
export const hasOtherWay = (says: readonly Says[]): boolean =>
  says.some(({ code }) => Object.hasOwn(onTerminal, code));
