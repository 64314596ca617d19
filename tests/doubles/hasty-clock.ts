import type { Clock } from '../../src/core/ports/clock.ts';

/** A clock for work over real sockets: sleeps end at once and move it on, and deadlines wait for `expire`. */
export class HastyClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  readonly #deadlines = new Set<AbortController>();
  /** How long each sleep was. */
  readonly slept: number[] = [];

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    // A wait of an hour is one for a later time, and not a pause.
    if (ms >= 3_600_000)
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    this.slept.push(ms);
    this.#now += ms;
    return new Promise((resolve) => setImmediate(resolve));
  }

  deadline(_ms: number): { readonly signal: AbortSignal; cancel(): void } {
    const controller = new AbortController();
    this.#deadlines.add(controller);
    return { signal: controller.signal, cancel: () => void this.#deadlines.delete(controller) };
  }

  /** All deadlines that wait are over. */
  expire(): void {
    for (const one of this.#deadlines) one.abort();
    this.#deadlines.clear();
  }

  /** Time passes. */
  pass(ms: number): void {
    this.#now += ms;
  }
}
