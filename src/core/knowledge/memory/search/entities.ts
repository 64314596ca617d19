import { fold } from '../../../kernel/words.ts';

/**
 * The name before a colon at the beginning of a line of dialogue: "Ada Lovelace: I think …". A time may precede it,
 * in brackets or without, or follow it in brackets.
 */
const SPEAKER =
  /^(?:[[(<][^\])>]{0,60}[\])>] {0,2}|[A-Z]?\d[\d\s:.,/TZapm-]{1,30} {1,2}){0,2}(\p{Lu}[\p{L}\p{N}.'’-]{0,30}(?: \p{Lu}[\p{L}\p{N}.'’-]{0,30}){0,2})(?: ?[[(][^\])]{0,60}[\])])?(?: (?:said|says|asked|wrote))?:\s/u;
const CAPITALISED = /\p{Lu}[\p{L}\p{M}\p{N}]*/gu;
const SENTENCE_START = /(?:^|[.!?:;…]["'”’)]?\s+|["“(])$/u;
const MARKED =
  /[#@][\p{L}\p{N}_]{2,60}|[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu;
const NUMBERS = /\p{Nd}+(?:[.,:]\p{Nd}+)*/gu;

export interface SpokenLine {
  /** The speaker, folded; null if the text is not a line of dialogue. */
  readonly speaker: string | null;
  /** Without the speaker and the time. */
  readonly said: string;
}

export function spokenLine(text: string): SpokenLine {
  const match = SPEAKER.exec(text.slice(0, 240));
  if (!match?.[1]) return { speaker: null, said: text };
  return { speaker: fold(match[1]), said: text.slice(match[0].length) };
}

/**
 * The names in a text, folded: capitalised words inside its sentences, numbers, mail addresses, tags. The first word
 * of a sentence counts as a name only if it is also `known` from elsewhere. All patterns are bounded: linear time.
 */
export function entitiesOf(text: string, known?: (name: string) => boolean): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { 0: word, index } of text.matchAll(CAPITALISED)) {
    const name = fold(word);
    const begins = SENTENCE_START.test(text.slice(Math.max(0, index - 4), index));
    if (name.length > 1 && (!begins || known?.(name) === true)) found.add(name);
  }
  if (/[#@]/u.test(text)) for (const [marked] of text.matchAll(MARKED)) found.add(fold(marked));
  for (const [number] of text.matchAll(NUMBERS)) found.add(number);
  return found;
}
