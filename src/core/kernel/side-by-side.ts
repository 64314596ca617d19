/**
 * Runs `work` on each item, at most `most` at a time, in their order. The first failure ends it: no further item is begun,
 * `signal` of those under way aborts, and it is thrown once they have ended.
 */
export async function sideBySide<Item>(
  items: Iterable<Item>,
  most: number,
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failing = new AbortController();
  const abort = () => failing.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const left = items[Symbol.iterator]();
  let failure: { readonly error: unknown } | null = null;
  const worker = async (): Promise<void> => {
    while (!failing.signal.aborted) {
      const { done, value } = left.next();
      if (done) return;
      try {
        await work(value, failing.signal);
      } catch (error) {
        failure ??= { error };
        failing.abort(error);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: most }, worker));
  } finally {
    signal.removeEventListener('abort', abort);
  }
  if (failure) throw (failure as { readonly error: unknown }).error;
  if (signal.aborted) throw signal.reason;
}
