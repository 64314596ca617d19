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
 *     await clock.advance(2_000); // all that was to happen in these two seconds has happened, in its order
 *
 * Sleeps and deadlines of no length are due by themselves, as on a real clock; all others wait for `advance`.
 */
export class ManualClock implements Clock {
  #wall: number;
  #monotonic = 0;
  #timers: Timer[] = [];
  #isAdvancing = false;

  /** @param startsAt the instant that `now()` shows first; `monotonic()` begins at 0, so that the two are never mixed up unnoticed */
  constructor(startsAt: number = Date.UTC(2026, 0, 1)) {
    this.#wall = startsAt;
  }

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  /** How many sleeps and deadlines have not come, been aborted or been cancelled: 0 when nothing was forgotten. */
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
   * Moves both clocks on by `ms`. Whoever is due in that time is woken in the order of dueness, each at its own
   * instant, and everything that follows from it without waiting for time is done before the next one is woken;
   * so a loop of short sleeps runs through in one call. What was under way before comes first. `advance(0)`
   * only lets that happen. One call at a time.
   */
  async advance(ms: number): Promise<void> {
    if (!(ms >= 0))
      throw new RangeError(`advance takes a duration, not ${ms}; jump moves the wall clock back`);
    if (this.#isAdvancing) throw new Error('advance was called before the last one had ended: await it');
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

  /** The operator or the network sets the wall clock, forward or back; no time passes and nobody is woken. */
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

  /** Of those that are due at the same instant, the one that began to wait first. */
  #firstDue(until: number): Timer | undefined {
    return this.#timers.filter(({ dueAt }) => dueAt <= until).toSorted((a, b) => a.dueAt - b.dueAt)[0];
  }

  #moveTo(monotonic: number): void {
    this.#wall += monotonic - this.#monotonic;
    this.#monotonic = monotonic;
  }
}

/** Turns of the event loop: more than any chain of promises and commits (one turn each) is long. */
const TURNS = 40;

async function reactions(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
}
