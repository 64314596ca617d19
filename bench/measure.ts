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

/** One measurement of each side, one right after the other. */
export interface Pair {
  readonly engine: number;
  readonly bare: number;
}

/**
 * Measures engine, bare, engine, bare, …, so that other load on the machine affects both. The first rounds
 * warm up and do not count.
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

/** Compares pair by pair, so that drift cancels out. */
export const compared = (pairs: readonly Pair[], compare: (pair: Pair) => number): Spread =>
  spreadOf(pairs.map(compare));
