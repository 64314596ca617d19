import { OVER } from '../../../../core/kernel/abort.ts';
import type { Clock } from '../../../../core/ports/clock.ts';

export interface Timeouts {
  /** For one read: the longest silence. */
  readonly idleMs: number;
  /** For the next piece of content, whatever else arrives meanwhile. */
  readonly contentMs: number;
}

/** Which limit expired: `idle` if nothing arrived, `content` if nothing of the answer did. */
export type Expired = 'idle' | 'content';

/** Calls `onExpired` once if an answer stops arriving. Only time spent waiting for the provider counts. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #onExpired: () => void;
  #contentMs: number;
  #isOff = false;
  #sleep = new AbortController();
  #waitingSince: number | null = null;
  /** Time waited since the last content, without the current wait. */
  #waitedBefore = 0;
  #expired: Expired | null = null;

  constructor(clock: Clock, timeouts: Timeouts, onExpired: () => void) {
    this.#clock = clock;
    this.#idleMs = timeouts.idleMs;
    this.#contentMs = timeouts.contentMs;
    this.#onExpired = onExpired;
    void this.#watch();
  }

  get expired(): Expired | null {
    return this.#expired;
  }

  /** Returns the same promise, and watches it. */
  async while<T>(awaited: Promise<T>): Promise<T> {
    this.#waitingSince = this.#clock.monotonic();
    try {
      return await awaited;
    } finally {
      this.#waitedBefore += this.#waiting;
      this.#waitingSince = null;
    }
  }

  contentCame(): void {
    this.#waitedBefore = 0;
  }

  /** From now on the next piece of content must come within this time. */
  contentWithin(ms: number): void {
    if (ms === this.#contentMs) return;
    this.#contentMs = ms;
    this.#sleep.abort(OVER);
  }

  stop(): void {
    this.#isOff = true;
    this.#sleep.abort(OVER);
  }

  get #waiting(): number {
    return this.#waitingSince === null ? 0 : this.#clock.monotonic() - this.#waitingSince;
  }

  /** One timer for a whole stream, however many reads it has. */
  async #watch(): Promise<void> {
    while (!this.#isOff) {
      const idleLeft = this.#idleMs - this.#waiting;
      const contentLeft = this.#contentMs - this.#waitedBefore - this.#waiting;
      const left = Math.min(idleLeft, contentLeft);
      if (left <= 0 && this.#waitingSince !== null) {
        this.#expired = idleLeft <= 0 ? 'idle' : 'content';
        this.#onExpired();
        return;
      }
      // Between two waits nothing can expire; the timer soon checks the next one.
      this.#sleep = new AbortController();
      await this.#clock.sleep(Math.max(left, 1), this.#sleep.signal);
    }
  }
}
