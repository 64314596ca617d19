/** How long it takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** How long each of many synchronous acts takes, in microseconds. */
export function microsecondsEach(times: number, act: (nth: number) => unknown): number {
  const startedAt = performance.now();
  for (let nth = 0; nth < times; nth++) act(nth);
  return ((performance.now() - startedAt) * 1_000) / times;
}
