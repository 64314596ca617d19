import { spreadOf, type Spread } from './spread.ts';
import type { Bound, Compared, Row, Series } from './series.ts';

/** One row of the table. Null is what was not measured: there was no slow disk. */
export interface Finding extends Omit<Row, 'bounds'> {
  readonly bare: Spread;
  readonly of: Readonly<Record<Compared, Spread | null>>;
  readonly bounds: readonly Judged[];
}

export type Judged = Bound & { readonly isMet: boolean | null };

interface Round {
  readonly engine: readonly number[];
  readonly bare: readonly number[];
  readonly slow: readonly number[] | null;
}

/**
 * Measures engine, bare limit, slow disk, engine, bare limit, …, so that other load on the machine affects all of
 * them, and compares round by round, so that drift cancels out.
 */
export async function measure({ rows, rounds, engine, bare, slow }: Series): Promise<readonly Finding[]> {
  const all: Round[] = [];
  for (let round = 0; round < rounds.warmUp + rounds.counted; round++)
    all.push({ engine: await engine(), bare: await bare(), slow: slow ? await slow() : null });
  const counted = all.slice(rounds.warmUp);
  return rows.map((row, nth) => {
    const over = (value: (at: Record<keyof Round, number>) => number): Spread =>
      spreadOf(
        counted.map((round) =>
          value({
            engine: round.engine[nth] ?? NaN,
            bare: round.bare[nth] ?? NaN,
            slow: round.slow?.[nth] ?? NaN,
          }),
        ),
      );
    const of = {
      ratio: over((at) => at.engine / at.bare),
      engine: over((at) => at.engine),
      slow: slow ? over((at) => at.slow) : null,
      'slow - engine': slow ? over((at) => at.slow - at.engine) : null,
      'slow / engine': slow ? over((at) => at.slow / at.engine) : null,
    };
    const bounds = row.bounds.map((bound) => ({ ...bound, isMet: isMet(bound, of[bound.of]) }));
    return { ...row, bare: over((at) => at.bare), of, bounds };
  });
}

function isMet(bound: Bound, spread: Spread | null): boolean | null {
  if (spread === null) return null;
  return 'atMost' in bound ? spread.median <= bound.atMost : spread.median >= bound.atLeast;
}
