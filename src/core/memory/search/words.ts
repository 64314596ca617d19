import { regular } from './irregular.ts';
import { stem } from './stem.ts';

/** Longer words are cut. */
const LONGEST = 40;

/**
 * Scripts that write no spaces between words, or glue their particles to them. A run of them is taken apart into
 * pairs of characters, as is usual where there is no dictionary.
 */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const RUNS =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\u30fc]+|[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]+/gu;

const WORDS = /[\p{L}\p{N}\p{M}]+(?:['’]\p{L}+)*/gu;

/** Without case, marks, and differences of width: what two people would type differently. */
export function fold(text: string): string {
  if (/^[\u0000-\u007f]*$/u.test(text)) return text.toLowerCase();
  // Composed again, because Hangul falls into letters otherwise.
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC').replaceAll('ß', 'ss');
}

/** The words of a text, folded, in their order; what follows an apostrophe is left out. Linear in the text. */
export function wordsOf(text: string): readonly string[] {
  const found: string[] = [];
  for (const match of fold(text.toWellFormed()).matchAll(WORDS)) {
    const word = match[0].split(/['’]/u, 1)[0] ?? '';
    if (UNSPACED.test(word))
      for (const run of word.match(RUNS) ?? []) for (const pair of pairsOf(run)) found.push(pair);
    else if (word !== '') found.push(word.length > LONGEST ? word.slice(0, LONGEST) : word);
  }
  return found;
}

function pairsOf(run: string): readonly string[] {
  if (!UNSPACED.test(run)) return [run.slice(0, LONGEST)];
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const MOST_KNOWN = 20_000;
const known = new Map<string, string>();

/** What a folded word is indexed as: its dictionary form without ending. The same for all forms of one word. */
export function termOf(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const term = stem(regular(word));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(word, term);
  return term;
}

/** Too frequent to say anything: neither indexed nor asked for. */
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

/** The terms that a text is found by, in their order, repeated as they are in it. */
export function termsOf(text: string): readonly string[] {
  return wordsOf(text)
    .filter((word) => !SILENT.has(word))
    .map(termOf);
}

/**
 * A name of 32 bits for a term (FNV-1a over its UTF-16 units): what is stored for each word of each entry. Two terms
 * that share one are found for each other; among 50,000 terms that is to be expected less than once.
 */
export function termKey(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index++)
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
