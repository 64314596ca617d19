/** Something that the palette offers. */
export interface Entry {
  readonly key: string;
  readonly kind: 'area' | 'part' | 'thread' | 'act';
  readonly label: string;
  /** Other words that it is found by. */
  readonly also?: string;
  readonly act: () => void;
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** A word that was typed with another ending: as much of its beginning has to fit. */
const LEAST_STEM = 4;
const MOST_ENDING = 2;

/** Whether a word begins like it and ends otherwise, as "dunkle" does for "dunkel". */
function hasStem(text: string, word: string): boolean {
  if (word.length <= LEAST_STEM) return false;
  const stem = word.slice(0, Math.max(LEAST_STEM, word.length - MOST_ENDING));
  return text.split(/[^\p{L}\p{N}]+/u).some((one) => one.startsWith(stem));
}

/**
 * How well it fits, the lowest best: its beginning, the beginning of a word, anywhere, with another ending; null if a word
 * of it is missing.
 */
function rankOf(label: string, words: readonly string[]): number | null {
  const text = plain(label);
  let rank = 0;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at === -1 && !hasStem(text, word)) return null;
    if (at === -1) rank += 3;
    else rank += at === 0 ? 0 : /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 2 : 1;
  }
  return rank;
}

/** What fits all the words that were typed, the best first; otherwise in its own order. Accents and case do not count. */
export function matching(entries: readonly Entry[], typed: string): readonly Entry[] {
  const words = plain(typed).split(/\s+/u).filter(Boolean);
  return entries
    .map((entry) => ({ entry, rank: rankOf(`${entry.label} ${entry.also ?? ''}`, words) }))
    .filter((one): one is { entry: Entry; rank: number } => one.rank !== null)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}
