/**
 * The longest that the work kept the event loop from turning, in milliseconds of the processor: what else the machine does
 * meanwhile does not count. Of three tries the best.
 */
export async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let nth = 0; nth < 3; nth++) {
    let [last, most, isOver] = [threadMs(), 0, false];
    const tick = (): void => {
      const now = threadMs();
      most = Math.max(most, now - last);
      last = now;
      if (!isOver) setImmediate(tick);
    };
    setImmediate(tick);
    await work();
    isOver = true;
    tick();
    best = Math.min(best, most);
  }
  return best;
}

/** The processor time of this thread. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
