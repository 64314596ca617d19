import { regular } from './irregular.ts';
import { wordsOf } from '../../../kernel/words.ts';
import { stem } from './stem.ts';

const maxCachedTerms = 20_000;
const known = new Map<string, string>();

/** The index term of a folded word: its dictionary form without its ending. The same for all forms of a word. */
export function termOf(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const term = stem(regular(word));
  if (known.size >= maxCachedTerms) known.clear();
  known.set(word, term);
  return term;
}

/** Too frequent to be useful: neither indexed nor searched. */
const SILENT = new Set(
  (
    'a an the and or but nor so if then than that this these those there here of to in on at by for from with into ' +
    'onto as is am are was were be been being it its i me my mine we us our ours you your yours he him his she her ' +
    'hers they them their theirs s t d m ll re ve don didn doesn isn wasn aren weren hasn haven hadn won wouldn ' +
    'couldn shouldn ain do does did done have has had having not no yes'
  ).split(' '),
);

/** Takes a folded word. */
export const isSilent = (word: string): boolean => SILENT.has(word);

/** The index terms of a text, in order, with repetitions. */
export function termsOf(text: string): readonly string[] {
  return wordsOf(text)
    .filter((word) => !SILENT.has(word))
    .map(termOf);
}

/**
 * A 32-bit hash of a term (FNV-1a over its UTF-16 units), stored for each word of each entry. Terms with the same hash
 * are found for each other. Among 50,000 terms, expect less than one such pair.
 */
export function termKey(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index++)
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
