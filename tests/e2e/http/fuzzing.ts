/** Each case that `FUZZ_RUNS` asks for beyond these finds less than the one before it. */
const CASES = 200;

export interface Fuzzing {
  readonly numRuns: number;
  readonly seed: number;
}

/**
 * How many cases, and which: `FUZZ_RUNS` and `FUZZ_SEED`. A property that fails prints its seed and the path to the
 * smallest case; the same seed gives the same cases again.
 */
export function fuzzing(env: Readonly<Record<string, string | undefined>> = process.env): Fuzzing {
  return {
    numRuns: numberIn(env, 'FUZZ_RUNS', 1, 1_000_000) ?? CASES,
    seed: numberIn(env, 'FUZZ_SEED', -(2 ** 31), 2 ** 31 - 1) ?? Date.now() % 2 ** 31,
  };
}

function numberIn(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  least: number,
  most: number,
): number | null {
  const text = env[name]?.trim() || null;
  if (text === null) return null;
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`${name} is "${text}"; it has to be a whole number from ${least} to ${most}.`);
}
