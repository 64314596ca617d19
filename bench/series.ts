/** Measures each side once, and gives one value for each row of its series, in their order. */
export type Sample = () => Promise<readonly number[]>;

/** Values that are taken together, the engine's and the bare limit's in turns. */
export interface Series {
  readonly rows: readonly Row[];
  /** The first rounds warm up and do not count. */
  readonly rounds: { readonly warmUp: number; readonly counted: number };
  readonly engine: Sample;
  /** What the machine can do at all in this minute. NaN where there is no such value. */
  readonly bare: Sample;
  /** The engine on a slow disk. */
  readonly slow?: Sample;
}

export type Unit = 'µs' | 'ms' | 'ms/turn' | 'MB' | 'events/s' | 'requests/s' | 'runs/s' | 'syncs/s' | '%';

export interface Row {
  readonly what: string;
  readonly unit: Unit;
  /** Without one the row only informs. */
  readonly bounds: readonly Bound[];
}

/** What a bound is about: a value of a round, or two values of the same round against each other. */
export type Compared = 'ratio' | 'engine' | 'slow' | 'slow - engine' | 'slow / engine';

export type Bound = { readonly of: Compared } & ({ readonly atMost: number } | { readonly atLeast: number });

/** The engine against the bare limit of the same round. */
export const ratio = {
  atMost: (atMost: number): Bound => ({ of: 'ratio', atMost }),
  atLeast: (atLeast: number): Bound => ({ of: 'ratio', atLeast }),
};
