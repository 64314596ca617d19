/** Longer words are cut. */
const maxWordChars = 40;

/**
 * Scripts without spaces between words, or with attached particles. A run of them is split into pairs of characters,
 * as is usual without a dictionary.
 */
const SCRIPTS = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Lao', 'Khmr', 'Mymr']
  .map((script) => `\\p{sc=${script}}`)
  .join('');
const UNSPACED = new RegExp(`[${SCRIPTS}]`, 'u');
const RUNS = new RegExp(`[${SCRIPTS}\u30fc]+|[^${SCRIPTS}]+`, 'gu');
const BESIDE_UNSPACED = new RegExp(`(?<=[${SCRIPTS}\u30fc])(?!$)|(?!^)(?=[${SCRIPTS}\u30fc])`, 'gu');

const WORDS = /[\p{L}\p{N}\p{M}]+(?:['’]\p{L}+)*/gu;

/** Without case, marks and width differences, which two people would type differently. */
export function fold(text: string): string {
  if (/^[\u0000-\u007f]*$/u.test(text)) return text.toLowerCase();
  // Composed, because Hangul would otherwise stay decomposed into letters.
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC').replaceAll('ß', 'ss');
}

/** The words of a text, folded, in order, without what follows an apostrophe. Linear in the text. */
export function wordsOf(text: string): readonly string[] {
  const found: string[] = [];
  for (const match of fold(text.toWellFormed()).matchAll(WORDS)) {
    const word = match[0].split(/['’]/u, 1)[0] ?? '';
    if (UNSPACED.test(word))
      for (const run of word.match(RUNS) ?? []) for (const pair of pairsOf(run)) found.push(pair);
    else if (word !== '') found.push(word.length > maxWordChars ? word.slice(0, maxWordChars) : word);
  }
  return found;
}

/** Whether it is one character of a script without spaces: words of a text have it at either end. */
export const isHalfOfPair = (word: string): boolean => UNSPACED.test(word) && Array.from(word).length === 1;

/** Puts `mark` between each character of a script without spaces and its neighbours. */
export const setApart = (text: string, mark: string): string => text.replaceAll(BESIDE_UNSPACED, mark);

/** The words of a text in order, folded and as they are written; parts of a script without spaces are as they are folded. */
export function* writtenWordsOf(
  text: string,
): Generator<{ readonly folded: string; readonly written: string }> {
  for (const [match] of text.toWellFormed().normalize('NFC').matchAll(WORDS))
    for (const folded of wordsOf(match))
      yield { folded, written: UNSPACED.test(match) ? folded : (match.split(/['’]/u, 1)[0] ?? match) };
}

function pairsOf(run: string): readonly string[] {
  if (!UNSPACED.test(run)) return [run.slice(0, maxWordChars)];
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
