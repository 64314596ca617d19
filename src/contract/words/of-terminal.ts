import { byCodes, type Tell } from '../cli/says.ts';
import type { AllSays, Says, Words } from './says.ts';
import { words } from './en/words.ts';
import { onTerminal, terminal } from './en/terminal.ts';
import { commands } from './en/commands.ts';
import { commandText, type CommandText, type CommandWords } from './command-texts.ts';
import { tellIn } from './tell.ts';

/** The languages of the terminal. */
export type TerminalLanguage = 'en' | 'de';

/** As POSIX has it: the first of these that is set names the language of messages. English unless the terminal has it. */
export function languageIn(env: Readonly<Record<string, string | undefined>>): TerminalLanguage {
  const named = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^de(?:[_.@-]|$)/iu.test(named) ? 'de' : 'en';
}

/** All that the terminal says, in one language. */
export interface TerminalWords {
  readonly tell: Tell;
  readonly text: CommandText;
}

/** Tells a person at the terminal what the engine and the terminal say. */
export const englishTeller: Tell = byCodes(tellIn({ ...words, ...terminal, ...onTerminal }));

const english = wordsOf({ ...words, ...terminal, ...onTerminal }, { own: commands });

/** The words of a language, which are loaded only where they are needed. */
export async function wordsIn(language: TerminalLanguage): Promise<TerminalWords> {
  if (language === 'en') return english;
  const [german, own, help, { described }] = await Promise.all([
    import('./de/words.ts'),
    import('./de/terminal.ts'),
    import('./de/commands.ts'),
    import('./de/described.ts'),
  ]);
  return wordsOf({ ...german.words, ...own.terminal, ...own.onTerminal }, { own: help.commands, described });
}

/** What a language says, of what it has for everything that is told and for each command. */
export function wordsOf(told: Words<AllSays>, help: CommandWords): TerminalWords {
  const tell = byCodes(tellIn(told));
  return { tell, text: commandText(help, tell) };
}

/** Whether people at the terminal go another way than the one that this names to programs. */
export const hasOtherWay = (says: readonly Says[]): boolean =>
  says.some(({ code }) => Object.hasOwn(onTerminal, code));
