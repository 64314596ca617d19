/**
 * The reason of an abort that ends waits which are over. Given, because making up a
 * reason of its own (an exception with a stack) is what an abort costs most.
 */
export const OVER = 'nothing is waited for any more';

/** A signal that aborts as soon as one of `signals` does; `release` lets go of them. */
export function firstOf(...signals: readonly AbortSignal[]): {
  readonly signal: AbortSignal;
  release(): void;
} {
  const controller = new AbortController();
  const abort = () => controller.abort(signals.find(({ aborted }) => aborted)?.reason);
  if (signals.some((signal) => signal.aborted)) abort();
  for (const signal of signals) signal.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of signals) signal.removeEventListener('abort', abort);
    },
  };
}

/** Resolves when `signal` aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
