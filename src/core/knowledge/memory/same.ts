import { wordsOf } from '../../kernel/words.ts';
import { termKey } from './search/words.ts';

/**
 * Two texts with the same result say the same: the same words in the same order, ignoring "the", case, diacritics and
 * punctuation. Nothing less strict: another number, name, tense or a "not" makes another statement, and storing a near
 * duplicate is better than losing one.
 */
const sayingOf = (text: string): string =>
  wordsOf(text)
    .filter((word) => word !== 'the')
    .join(' ');

export const saysTheSame = (a: string, b: string): boolean => sayingOf(a) === sayingOf(b);

/** A 32-bit hash, equal for texts that say the same, and almost never for others. */
export const fingerprint = (text: string): number => termKey(sayingOf(text));
