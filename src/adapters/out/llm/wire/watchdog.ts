import { OVER } from '../../../../core/kernel/abort.ts';
import type { Clock } from '../../../../core/ports/clock.ts';

export interface Patience {
  /** For one thing that is waited for: silence, when it is the next read. */
  readonly silentMs: number;
  /** For anything that counts, whatever else comes meanwhile. */
  readonly fruitlessMs: number;
}

/** Why it bit: nothing came at all, or nothing that counts. */
export type Bite = 'silent' | 'fruitless';

/** Notices that something which is waited for does not come. Time in which nobody waits does not count. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #bite: () => void;
  readonly #off = new AbortController();
  #waitingSince: number | null = null;
  /** Since something that counts has come, without the wait that goes on. */
  #waitedBefore = 0;
  #bitten: Bite | null = null;

  constructor(clock: Clock, patience: Patience, bite: () => void) {
    this.#clock = clock;
    this.#patience = patience;
    this.#bite = bite;
    void this.#watch();
  }

  get bitten(): Bite | null {
    return this.#bitten;
  }

  /** The same promise, watched. */
  async while<T>(awaited: Promise<T>): Promise<T> {
    this.#waitingSince = this.#clock.monotonic();
    try {
      return await awaited;
    } finally {
      this.#waitedBefore += this.#waiting;
      this.#waitingSince = null;
    }
  }

  /** Something that counts has come. */
  fed(): void {
    this.#waitedBefore = 0;
  }

  stop(): void {
    this.#off.abort(OVER);
  }

  get #waiting(): number {
    return this.#waitingSince === null ? 0 : this.#clock.monotonic() - this.#waitingSince;
  }

  /** One timer for a whole stream, however many reads it has. */
  async #watch(): Promise<void> {
    while (!this.#off.signal.aborted) {
      const untilSilent = this.#patience.silentMs - this.#waiting;
      const untilFruitless = this.#patience.fruitlessMs - this.#waitedBefore - this.#waiting;
      const left = Math.min(untilSilent, untilFruitless);
      if (left <= 0 && this.#waitingSince !== null) {
        this.#bitten = untilSilent <= 0 ? 'silent' : 'fruitless';
        this.#bite();
        return;
      }
      // Between two waits there is nothing to end; the next one is looked at soon.
      await this.#clock.sleep(Math.max(left, 1), this.#off.signal);
    }
  }
}
