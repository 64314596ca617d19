/** A ratio with the interval in which it lies with 95 % confidence. */
export interface Interval {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** Smaller differences are within what layout in memory or another build does to a program. */
const LEAST_DIFFERENCE = 0.03;

/** The quantiles of Student's t distribution for 95 % confidence, by degrees of freedom. */
const T = [NaN, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179];

/**
 * The geometric mean of ratios, and its interval. Each ratio must come from processes of its own: samples of one
 * process are alike, and many of them would make the interval too narrow.
 */
export function intervalOf(ratios: readonly number[]): Interval {
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((a, b) => a + b, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
  const reach = (T[logs.length - 1] ?? 1.96) * Math.sqrt(variance / logs.length);
  return { ratio: Math.exp(mean), low: Math.exp(mean - reach), high: Math.exp(mean + reach) };
}

/** Whether the interval excludes 1, and the ratio is not so near to 1 that it does not matter. */
export const differs = ({ ratio, low, high }: Interval): boolean =>
  (low > 1 && ratio > 1 + LEAST_DIFFERENCE) || (high < 1 && ratio < 1 / (1 + LEAST_DIFFERENCE));
