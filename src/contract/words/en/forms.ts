import { asJson, inMarks } from '../../../core/kernel/quoted.ts';
import type { Quoted, QuotedValue } from '../../../core/kernel/says.ts';

/** A text by someone else. */
export const quoted = (text: Quoted): string => inMarks(text);
export const json = (value: QuotedValue): string => asJson(value);

export const allQuoted = (texts: readonly Quoted[]): string => texts.map(quoted).join(', ');

/** `1 row`, `2 rows`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

/** The length of the whole of it. */
export const charsOf = ({ quoted: text, length = text.length }: Quoted): number => length;

/** As the clocks of the zone show it: 2026-05-31 08:00. */
export const minuteIn = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);

/** `a, b or c`. */
export const oneOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** What is called so in a language; undefined where it has no word. */
export const nameIn = (words: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;
