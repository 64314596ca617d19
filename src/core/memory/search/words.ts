import { regular } from './irregular.ts';
import { stem } from './stem.ts';

/** Longer words are cut. */
const maxWordChars = 40;

/**
 * Scripts without spaces between words, or with attached particles. A run of them is split into pairs of characters,
 * as is usual without a dictionary.
 */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const RUNS =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\u30fc]+|[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]+/gu;

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

function pairsOf(run: string): readonly string[] {
  if (!UNSPACED.test(run)) return [run.slice(0, maxWordChars)];
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

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
