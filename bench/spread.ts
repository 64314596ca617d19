export interface Spread {
  readonly median: number;
  /** The quartiles: half of all values lie between them. */
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    count: sorted.length,
  };
}

export const median = (values: readonly number[]): number => spreadOf(values).median;

/** The value below which this share of the values lies, which are in ascending order. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}
