import { OVER } from '../../../../core/kernel/abort.ts';
import type { Clock } from '../../../../core/ports/clock.ts';

/** Notices that something which is waited for does not come. Time in which nobody waits does not count. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #patienceMs: number;
  readonly #bite: () => void;
  readonly #off = new AbortController();
  #waitingSince: number | null = null;
  #hasBitten = false;

  constructor(clock: Clock, patienceMs: number, bite: () => void) {
    this.#clock = clock;
    this.#patienceMs = patienceMs;
    this.#bite = bite;
    void this.#watch();
  }

  get hasBitten(): boolean {
    return this.#hasBitten;
  }

  /** The same promise, watched. */
  async while<T>(awaited: Promise<T>): Promise<T> {
    this.#waitingSince = this.#clock.monotonic();
    try {
      return await awaited;
    } finally {
      this.#waitingSince = null;
    }
  }

  stop(): void {
    this.#off.abort(OVER);
  }

  /** One timer for a whole stream, however many reads it has. */
  async #watch(): Promise<void> {
    while (!this.#off.signal.aborted) {
      const waited = this.#waitingSince === null ? 0 : this.#clock.monotonic() - this.#waitingSince;
      if (waited >= this.#patienceMs) {
        this.#hasBitten = true;
        this.#bite();
        return;
      }
      await this.#clock.sleep(this.#patienceMs - waited, this.#off.signal);
    }
  }
}
