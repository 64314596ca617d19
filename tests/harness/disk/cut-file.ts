// One file of a disk that may lose power.
import type { Random } from './random.ts';

type Pending =
  | { readonly kind: 'write'; readonly offset: number; readonly data: Uint8Array; isLost: boolean }
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'extend'; readonly length: number };

/** What a sync that has begun covers. */
export interface Covered {
  readonly file: CutFile;
  readonly operations: readonly Pending[];
}

/** Which of the bytes that no sync covered are on the disk after the cut. */
export type Kept = { readonly kind: 'none' } | { readonly kind: 'some'; readonly random: Random };

/**
 * The bytes that are on the disk for certain, and the changes after them.
 *
 * A sector on the disk is some state of that sector in memory since the last sync: if it has a change, it has those
 * before it. Sectors and the length reach the disk in any order, except that nothing overtakes a cut of the file:
 * file systems free the blocks before they use them again.
 */
export class CutFile {
  /** The first `#length` bytes of it; the rest is zeros, for the file to grow into. */
  #space: Uint8Array;
  #length: number;
  #pending: Pending[] = [];

  constructor(content: Uint8Array = new Uint8Array()) {
    this.#space = content;
    this.#length = content.length;
  }

  write(offset: number, data: Uint8Array): void {
    this.#pending.push({ kind: 'write', offset, data, isLost: false });
  }

  setLength(length: number): void {
    this.#pending.push({ kind: 'length', length });
  }

  extend(length: number): void {
    this.#pending.push({ kind: 'extend', length });
  }

  beginSync(): Covered {
    return { file: this, operations: [...this.#pending] };
  }

  endSync({ operations }: Covered): void {
    const covered = new Set(operations);
    const synced = this.#pending.filter((one) => covered.has(one));
    const most = mostLength(this.#length, synced);
    if (most > this.#space.length) this.#space = resized(this.#space, most * 2);
    this.#length = apply(this.#space, this.#length, synced);
    this.#pending = this.#pending.filter((one) => !covered.has(one));
  }

  /** Afterwards the bytes are clean in memory, so that no later sync writes them; the length stays. */
  failSync({ operations }: Covered): void {
    for (const one of operations) if (one.kind === 'write') one.isLost = true;
  }

  /** The content after a cut. */
  content(kept: Kept, sectorBytes: number): Uint8Array {
    return kept.kind === 'none'
      ? this.#space.subarray(0, this.#length)
      : this.#some(kept.random, sectorBytes);
  }

  #some(random: Random, sectorBytes: number): Uint8Array {
    const shortenings = this.#pending.filter(({ kind }) => kind === 'length');
    const stopsAt = shortenings[random.below(shortenings.length + 1)];
    const pending = this.#pending.slice(0, stopsAt ? this.#pending.indexOf(stopsAt) : undefined);
    // Often all or nothing, because that is what a disk does that had time, or had none.
    const share = random.pick([0, 0.1, 0.5, 0.9, 1]);
    const limits = new Map<number, number>();
    const limitOf = (sector: number): number => {
      const known = limits.get(sector);
      if (known !== undefined) return known;
      const limit =
        random.next() < share ? pending.length : random.below(pending.length + 1) * random.below(2);
      limits.set(sector, limit);
      return limit;
    };
    const parts = pending.flatMap((one, nth): readonly Pending[] => {
      if (one.kind === 'length') return [one];
      if (one.kind === 'extend') return random.next() < share ? [one] : [];
      if (one.isLost)
        return random.next() < share ? [{ kind: 'extend', length: one.offset + one.data.length }] : [];
      return sectorsOf(one.offset, one.data, sectorBytes)
        .filter(({ sector }) => nth < limitOf(sector))
        .map(({ offset, data }) => ({ kind: 'write', offset, data, isLost: false }));
    });
    const space = resized(this.#space, mostLength(this.#length, pending));
    const length = apply(space, this.#length, parts);
    const whole = pending.reduce(lengthAfter, this.#length);
    if (whole <= length || random.next() < 0.6) return space.subarray(0, length);
    // The length reached the disk and the bytes did not.
    return space.subarray(0, length + 1 + random.below(whole - length));
  }
}

function* piecesOf(offset: number, data: Uint8Array, sectorBytes: number) {
  for (let at = 0; at < data.length;) {
    const sector = Math.floor((offset + at) / sectorBytes);
    const end = Math.min(data.length, (sector + 1) * sectorBytes - offset);
    yield { sector, offset: offset + at, data: data.subarray(at, end) };
    at = end;
  }
}

const sectorsOf = (offset: number, data: Uint8Array, sectorBytes: number) => [
  ...piecesOf(offset, data, sectorBytes),
];

function resized(content: Uint8Array, length: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(length, content.length));
  bytes.set(content);
  return bytes;
}

function mostLength(length: number, operations: readonly Pending[]): number {
  let most = length;
  let now = length;
  for (const one of operations) {
    now = lengthAfter(now, one);
    most = Math.max(most, now);
  }
  return most;
}

/** Changes bytes that have room for all of it. @returns the length of the file afterwards */
function apply(bytes: Uint8Array, before: number, operations: readonly Pending[]): number {
  let length = before;
  for (const one of operations) {
    const after = lengthAfter(length, one);
    if (one.kind === 'write' && !one.isLost) bytes.set(one.data, one.offset);
    // What a cut of the file took does not come back when the file grows.
    if (after < length) bytes.fill(0, after, length);
    length = after;
  }
  return length;
}

function lengthAfter(length: number, one: Pending): number {
  if (one.kind === 'length') return one.length;
  return Math.max(length, one.kind === 'write' ? one.offset + one.data.length : one.length);
}
