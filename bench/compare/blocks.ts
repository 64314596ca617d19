import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../figure.ts';
import type { Row, Series } from '../series.ts';
import { median } from '../spread.ts';
import { sideOf, type Side } from './side.ts';
import type { Tree } from './tree.ts';

export const BLOCKS = 5;

/** One row in one block. */
export interface Measured {
  readonly row: Row;
  readonly a: number;
  readonly b: number;
  readonly ratio: number;
}

export type Trees = readonly [a: Tree, b: Tree];

/** For each row of the figure what its blocks measured. */
export async function blocks(figure: Figure, trees: Trees, folder: string): Promise<readonly Measured[][]> {
  const rows: Measured[][] = [];
  for (let block = 0; block < BLOCKS; block++) {
    const [a, b] = trees.map((tree, nth) => {
      const seeds = join(folder, `seeds-${nth}`);
      mkdirSync(seeds, { recursive: true });
      return sideOf(tree, figure.name, seeds);
    }) as [Side, Side];
    try {
      for (const [nth, measured] of (await oneBlock(a, b, block)).entries())
        (rows[nth] ??= []).push(measured);
    } finally {
      await Promise.all([a.stop(), b.stop()]);
    }
  }
  return rows;
}

async function oneBlock(a: Side, b: Side, block: number): Promise<readonly Measured[]> {
  const found: Measured[] = [];
  for (;;) {
    const [series] = [await a.next(), await b.next()];
    if (series === null) return found;
    const taken = { a: [] as (readonly number[])[], b: [] as (readonly number[])[] };
    const { warmUp, counted } = fewer(series.rounds);
    for (let round = 0; round < warmUp + counted; round++) {
      const order = (round + block) % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const);
      for (const side of order) taken[side].push(await (side === 'a' ? a : b).sample());
    }
    for (const [nth, row] of series.rows.entries()) {
      const [of, other] = [taken.a, taken.b].map((all) =>
        all.slice(warmUp).map((values) => values[nth] ?? NaN),
      ) as [number[], number[]];
      const ratio = median(other.map((value, round) => against(value, of[round] ?? NaN)));
      found.push({ row, a: median(of), b: median(other), ratio });
    }
  }
}

/** Nothing against nothing is no difference. */
const against = (value: number, other: number): number => (value === other ? 1 : value / other);

/** A block needs fewer rounds than a whole figure, because there are several. */
const fewer = ({ warmUp, counted }: Series['rounds']): Series['rounds'] => ({
  warmUp: Math.ceil(warmUp / 2),
  counted: Math.min(counted, Math.max(8, Math.ceil(counted / 4))),
});
