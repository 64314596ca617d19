import { performance } from 'node:perf_hooks';

/** The longest that the event loop stood still during the work, in milliseconds; of three tries the best. */
export async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let nth = 0; nth < 3; nth++) {
    let [last, most, isOver] = [performance.now(), 0, false];
    const tick = (): void => {
      const now = performance.now();
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
