import type { Clock } from '../../../core/ports/clock.ts';

/** The machine's clocks. Sleeping does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, ms).unref();
      signal?.addEventListener('abort', finish);
    }),
  deadline: (ms) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), ms).unref();
    return { signal: controller.signal, cancel: () => clearTimeout(timer) };
  },
};
