import type { Lab } from './lab.ts';
import type { Spread } from './measure.ts';

export type Unit = 'µs' | 'ms' | 'ms/turn' | 'MB' | 'events/s' | 'requests/s' | '%';

/** One row of the table. */
export interface Finding {
  readonly what: string;
  readonly unit: Unit;
  readonly engine: Spread;
  readonly bare: Spread;
  /** The value compared with the bound: the engine against the bare limit, or the engine alone. */
  readonly result: { readonly spread: Spread; readonly shown: 'added' | 'ratio' | 'engine' };
  /** Without a bound the row only informs. */
  readonly bound?: Bound;
}

export type Bound = { readonly atMost: number } | { readonly atLeast: number };

export interface Figure {
  readonly name: string;
  /** What is measured, and against what bare limit. */
  readonly does: string;
  measure(lab: Lab): Promise<readonly Finding[]>;
}

export function isMet({ result, bound }: Finding): boolean {
  if (bound === undefined) return true;
  const { median } = result.spread;
  return 'atMost' in bound ? median <= bound.atMost : median >= bound.atLeast;
}
