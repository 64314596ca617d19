const AT_ONCE = 4;

/** How many requests are answered in a second to clients that each wait for one answer before they ask again. */
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
