const AT_ONCE = 4;

/** Requests per second, sent by clients that each wait for their answer before the next request. */
export async function requestRate(
  requests: number,
  ask: (client: number) => Promise<unknown>,
): Promise<number> {
  let left = requests;
  const client = async (_: unknown, nth: number): Promise<void> => {
    while (left-- > 0) await ask(nth);
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return requests / ((performance.now() - startedAt) / 1000);
}
