import { regular } from './irregular.ts';
import { wordsOf } from '../../../kernel/words.ts';
import { stem } from '../../../kernel/stem.ts';
import { silent } from '../../../kernel/stop-words.ts';

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

/** Takes a folded word. */
export const isSilent = (word: string): boolean => silent.has(word);

/** The index terms of a text, in order, with repetitions. */
export function termsOf(text: string): readonly string[] {
  return wordsOf(text)
    .filter((word) => !silent.has(word))
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
