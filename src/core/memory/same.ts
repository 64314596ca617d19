import { termKey, wordsOf } from './search/words.ts';

/**
 * What two texts must share to say the same: all words in their order but "the", whatever their case, marks and
 * punctuation. Nothing vaguer: other numbers, names, tenses or a "not" are another statement, and what is a near miss is
 * better kept twice than lost.
 */
const sayingOf = (text: string): string =>
  wordsOf(text)
    .filter((word) => word !== 'the')
    .join(' ');

export const saysTheSame = (a: string, b: string): boolean => sayingOf(a) === sayingOf(b);

/** 32 bits that texts which say the same have in common, and others hardly ever. */
export const fingerprint = (text: string): number => termKey(sayingOf(text));
