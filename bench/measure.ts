export interface Spread {
  readonly median: number;
  /** The quartiles: half of all measurements lie between them. */
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const place = (sorted.length - 1) * share;
    const below = sorted[Math.floor(place)] ?? NaN;
    const above = sorted[Math.ceil(place)] ?? NaN;
    return below + (above - below) * (place - Math.floor(place));
  };
  return { median: at(0.5), low: at(0.25), high: at(0.75), count: sorted.length };
}

/** One measurement of each side, taken right after each other. */
export interface Pair {
  readonly engine: number;
  readonly bare: number;
}

/**
 * Measures engine, bare, engine, bare, …: what else the machine does falls on both. The first rounds warm up and
 * do not count.
 */
export async function interleaved(
  rounds: { readonly warmUp: number; readonly counted: number },
  engine: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds.warmUp + rounds.counted; round++)
    pairs.push({ engine: await engine(), bare: await bare() });
  return pairs.slice(rounds.warmUp);
}

export const sides = (pairs: readonly Pair[]): { readonly engine: Spread; readonly bare: Spread } => ({
  engine: spreadOf(pairs.map(({ engine }) => engine)),
  bare: spreadOf(pairs.map(({ bare }) => bare)),
});

/** Pair by pair, so that drift cancels. */
export const compared = (pairs: readonly Pair[], compare: (pair: Pair) => number): Spread =>
  spreadOf(pairs.map(compare));
