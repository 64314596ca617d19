import { setImmediate } from 'node:timers';
import type { Clock } from '../../src/core/ports/clock.ts';

interface Timer {
  readonly dueAt: number;
  readonly fire: () => void;
}

/**
 * A clock that stands still until the test moves it.
 *
 *     const clock = new ManualClock();
 *     const polling = poll(clock);
 *     await clock.advance(2_000); // everything due in these two seconds has happened, in order
 *
 * Sleeps and deadlines of zero length fire by themselves, as on a real clock; all others wait for `advance`.
 */
export class ManualClock implements Clock {
  #wall: number;
  #monotonic = 0;
  #timers: Timer[] = [];
  #isAdvancing = false;

  /**
   * @param startsAt what `now()` shows first. `monotonic()` begins at 0, so that a test notices if they are
   * mixed up.
   */
  constructor(startsAt: number = Date.UTC(2026, 0, 1)) {
    this.#wall = startsAt;
  }

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  /** The number of sleeps and deadlines that are still waiting; 0 proves that nothing was forgotten. */
  get waiting(): number {
    return this.#timers.length;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = () => {
        cancel();
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const cancel = this.#after(ms, wake);
      signal?.addEventListener('abort', wake);
    });
  }

  deadline(ms: number): { readonly signal: AbortSignal; cancel(): void } {
    const controller = new AbortController();
    return { signal: controller.signal, cancel: this.#after(ms, () => controller.abort()) };
  }

  /**
   * Moves both clocks on by `ms`. Wakes waiters in order of their due times, each at its own instant, and
   * runs everything that follows without waiting before it wakes the next; so one call runs a whole loop of
   * short sleeps. Work already under way runs first, and `advance(0)` only does that. Make one call at a
   * time.
   */
  async advance(ms: number): Promise<void> {
    if (!(ms >= 0))
      throw new RangeError(`advance takes a duration, not ${ms}; jump moves the wall clock back`);
    if (this.#isAdvancing) throw new Error('advance was called before the previous call had ended: await it');
    this.#isAdvancing = true;
    const until = this.#monotonic + ms;
    await reactions();
    for (let next = this.#firstDue(until); next; next = this.#firstDue(until)) {
      this.#moveTo(next.dueAt);
      this.#remove(next);
      next.fire();
      await reactions();
    }
    this.#moveTo(until);
    this.#isAdvancing = false;
  }

  /**
   * Sets the wall clock forward or back, as an operator or the network does. No time passes and no waiter
   * wakes.
   */
  jump(ms: number): void {
    this.#wall += ms;
  }

  #after(ms: number, fire: () => void): () => void {
    const timer: Timer = { dueAt: this.#monotonic + ms, fire };
    this.#timers.push(timer);
    if (ms <= 0) queueMicrotask(() => this.#remove(timer) && fire());
    return () => void this.#remove(timer);
  }

  #remove(timer: Timer): boolean {
    const index = this.#timers.indexOf(timer);
    if (index >= 0) this.#timers.splice(index, 1);
    return index >= 0;
  }

  /** If several are due at the same instant, the one that began to wait first. */
  #firstDue(until: number): Timer | undefined {
    return this.#timers.filter(({ dueAt }) => dueAt <= until).toSorted((a, b) => a.dueAt - b.dueAt)[0];
  }

  #moveTo(monotonic: number): void {
    this.#wall += monotonic - this.#monotonic;
    this.#monotonic = monotonic;
  }
}

/** Ticks of the event loop: more than the longest chain of promises and commits (one tick each). */
const TURNS = 40;

async function reactions(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
}
