/** By default: the same cases each time, so that a test fails only when the code has changed. */
const CASES = 40;
const SEED = 1;

export interface Fuzzing {
  readonly numRuns: number;
  readonly seed: number;
}

/**
 * The number of cases (`FUZZ_RUNS`) and the seed (`FUZZ_SEED`). Who asks for a number (`npm run fuzz`)
 * looks for new cases, so each run has other ones. A failing property prints its seed and the path to the smallest case;
 * the same seed repeats the same cases.
 */
export function fuzzing(env: Readonly<Record<string, string | undefined>> = process.env): Fuzzing {
  const asked = numberIn(env, 'FUZZ_RUNS', 1, 1_000_000);
  return {
    numRuns: asked ?? CASES,
    seed:
      numberIn(env, 'FUZZ_SEED', -(2 ** 31), 2 ** 31 - 1) ?? (asked === null ? SEED : Date.now() % 2 ** 31),
  };
}

/** Each call of these begins a process, or copies everything: a few of them take as long as all those of another one. */
const COSTLY: ReadonlySet<string> = new Set([
  'GET /api/migration/preview',
  'GET /api/export',
  'POST /api/backups',
  'create_backup',
]);

/** How many cases are tried of this route or tool. */
export const casesOf = (name: string, numRuns: number): number =>
  COSTLY.has(name) ? Math.ceil(numRuns / 20) : numRuns;

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
  throw new Error(`${name} is "${text}"; it must be a whole number from ${least} to ${most}.`);
}
