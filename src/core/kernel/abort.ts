/**
 * The reason given to an abort that only ends finished waits. Passed explicitly, because the default reason (an
 * exception with a stack) is the main cost of an abort.
 */
export const OVER = 'the wait is over';

/** A signal that aborts as soon as one of `signals` does; `release` stops listening to them. */
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
