import type { Document } from './document.ts';

/** The distance between the positions of new neighbours, which leaves room for later lines between them. */
export const STEP = 2 ** 20;

export interface PlacedLine<Entry> {
  readonly entry: Entry;
  readonly text: string;
  readonly spaceBefore: string;
  readonly position: number;
}

/** The changes that turn a namespace into another text. */
export interface Difference<Entry> {
  readonly added: readonly {
    readonly text: string;
    readonly spaceBefore: string;
    readonly position: number;
  }[];
  /** Entries that stay, with another position or other space before them. */
  readonly moved: readonly {
    readonly entry: Entry;
    readonly spaceBefore: string;
    readonly position: number;
  }[];
  /** Entries missing from the new text; `by` is the index in `added` of their replacement. */
  readonly superseded: readonly { readonly entry: Entry; readonly by: number | null }[];
  readonly kept: number;
}

/**
 * The changes that turn `before` (in its order) into `after`. An existing line stays the same entry, wherever it moves;
 * of equal lines the first ones stay. Linear, except for the search for the longest increasing subsequence, which is
 * O(n log n): comparing line by line would block the event loop for seconds.
 */
export function difference<Entry>(
  before: readonly PlacedLine<Entry>[],
  after: Document<string>,
): Difference<Entry> {
  const taken = places(before, after);
  const stays = longestRise(taken);
  const positions = placed(taken, stays, before) ?? after.lines.map((_, index) => (index + 1) * STEP);

  const added: Difference<Entry>['added'][number][] = [];
  const moved: Difference<Entry>['moved'][number][] = [];
  const isKept = new Uint8Array(before.length);
  /** For each old entry that keeps its order, the number of lines added before it; -1 for all others. */
  const addedBefore = new Int32Array(before.length).fill(NONE);
  after.lines.forEach(({ content, spaceBefore }, index) => {
    const from = taken[index] ?? NONE;
    const position = positions[index] ?? 0;
    const old = from === NONE ? null : before[from];
    if (!old) {
      added.push({ text: content, spaceBefore, position });
      return;
    }
    isKept[from] = 1;
    if (stays[index] === 1) addedBefore[from] = added.length;
    if (old.position !== position || old.spaceBefore !== spaceBefore)
      moved.push({ entry: old.entry, spaceBefore, position });
  });
  const superseded = replacements(before, isKept, addedBefore, added.length);
  return { added, moved, superseded, kept: before.length - superseded.length };
}

const NONE = -1;

/** The index of the old line for each new line, or NONE. */
function places<Entry>(before: readonly PlacedLine<Entry>[], after: Document<string>): Int32Array {
  /** The first unused line with each text; `nextOf` links to the next one. */
  const firstOf = new Map<string, number>();
  const nextOf = new Int32Array(before.length).fill(NONE);
  // Backwards, so that the first of equal lines is used first.
  for (let index = before.length - 1; index >= 0; index--) {
    const text = before[index]?.text ?? '';
    nextOf[index] = firstOf.get(text) ?? NONE;
    firstOf.set(text, index);
  }
  const taken = new Int32Array(after.lines.length).fill(NONE);
  after.lines.forEach(({ content }, index) => {
    const first = firstOf.get(content) ?? NONE;
    if (first === NONE) return;
    taken[index] = first;
    firstOf.set(content, nextOf[first] ?? NONE);
  });
  return taken;
}

/** Between two lines that stay, the first new line replaces the first old one, and so on. */
function replacements<Entry>(
  before: readonly PlacedLine<Entry>[],
  isKept: Uint8Array,
  addedBefore: Int32Array,
  added: number,
): Difference<Entry>['superseded'] {
  const addedUntil = (index: number, other: number): number => {
    const count = addedBefore[index] ?? NONE;
    return count === NONE ? other : count;
  };
  const until = new Int32Array(before.length);
  let next = added;
  for (let index = before.length - 1; index >= 0; index--) {
    next = addedUntil(index, next);
    until[index] = next;
  }
  const superseded: Difference<Entry>['superseded'][number][] = [];
  let from = 0;
  before.forEach(({ entry }, index) => {
    from = addedUntil(index, from);
    if (isKept[index] === 1) return;
    superseded.push({ entry, by: from < (until[index] ?? 0) ? from : null });
    from += 1;
  });
  return superseded;
}

/**
 * The lines that need not move: the longest increasing subsequence of old positions (M. L. Fredman, "On computing the
 * length of longest increasing subsequences", Discrete Mathematics 11, 1975).
 */
function longestRise(places: Int32Array): Uint8Array {
  const ends: number[] = [];
  const previous = new Int32Array(places.length).fill(NONE);
  places.forEach((place, index) => {
    if (place === NONE) return;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] ?? 0] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? NONE) : NONE;
    ends[low] = index;
  });
  const stays = new Uint8Array(places.length);
  for (let index = ends.at(-1) ?? NONE; index !== NONE; index = previous[index] ?? NONE) stays[index] = 1;
  return stays;
}

/** A position for every line; lines that stay keep theirs. Null if there is no room between two of them. */
function placed<Entry>(
  taken: Int32Array,
  stays: Uint8Array,
  before: readonly PlacedLine<Entry>[],
): ArrayLike<number> | null {
  const positions = new Float64Array(taken.length);
  let start = 0;
  let low = 0;
  const spread = (end: number, high: number | null): boolean => {
    const count = end - start;
    const step = high === null ? STEP : Math.min(STEP, Math.floor((high - low) / (count + 1)));
    if (count > 0 && step < 1) return false;
    for (let index = start; index < end; index++) positions[index] = low + (index - start + 1) * step;
    return true;
  };
  for (let index = 0; index < taken.length; index++) {
    if (stays[index] !== 1) continue;
    const position = before[taken[index] ?? 0]?.position ?? 0;
    if (!spread(index, position)) return null;
    positions[index] = position;
    [start, low] = [index + 1, position];
  }
  return spread(taken.length, null) ? positions : null;
}
