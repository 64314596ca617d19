import type { Described } from '../cli/command.ts';
import type { Tell } from './says.ts';

/** What a language says of the commands of the terminal. */
export interface CommandWords {
  /** By the keys of `en/commands.ts`. */
  readonly own: Readonly<Record<string, string>>;
  /** By what the routes and settings say of themselves in English; none for English. */
  readonly described?: Readonly<Record<string, string>>;
}

/**
 * The text of a part of a command, such as `--json`; null where there is none.
 * @param path the names of the command and of those that it is in
 */
export type CommandText = (path: readonly string[], part?: string, described?: Described) => string | null;

export function commandText({ own, described }: CommandWords, tell: Tell): CommandText {
  const wordsFor = (path: readonly string[], part: string | undefined): string | undefined => {
    for (let length = path.length; length >= 0; length -= 1) {
      const key = [...path.slice(0, length), ...(part === undefined ? [] : [part])].join(' ');
      if (Object.hasOwn(own, key)) return own[key];
      // What a command is called, and what stands at its end, is its own.
      if (part === undefined || /^[…!]/u.test(part)) return undefined;
    }
    return undefined;
  };
  return (path, part, given) => {
    const words = wordsFor(path, part);
    if (words !== undefined || given === undefined) return words ?? null;
    const isName = part === undefined || !/^[<-]/u.test(part);
    const text = described?.[given.text] ?? (isName ? given.text : small(given.text));
    return [text, ...given.notes.map((note) => tell(note))].filter(Boolean).join('; ');
  };
}

/** As an option is described: it begins small, unless it begins with a name like JSON. */
const small = (text: string): string =>
  /^[A-Z](?![A-Z])/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
