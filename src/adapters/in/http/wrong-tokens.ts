import { refuseRequest } from '../../../contract/problem.ts';
import type { Clock } from '../../../core/ports/clock.ts';

/** This many are answered at once, as typing errors; the next after 100 ms, then each after twice the delay. */
export const wrongTokenLimits = {
  free: 5,
  firstMs: 100,
  maxMs: 5_000,
  waiting: 32,
  forgottenMs: 60_000,
} as const;
const { free, firstMs, maxMs, waiting, forgottenMs } = wrongTokenLimits;

/**
 * Slows down guessing: the answer to each wrong token takes longer than the one before, whatever machine sends it.
 * The right token never waits, so guesses cannot lock its owner out.
 */
export class WrongTokens {
  readonly #clock: Clock;
  #count = 0;
  #lastAt = -Infinity;
  #waiting = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when this wrong token may be answered. @throws Refusal too_many_attempts when too many are waiting */
  async wait(signal: AbortSignal): Promise<void> {
    const now = this.#clock.monotonic();
    if (now - this.#lastAt > forgottenMs) this.#count = 0;
    this.#lastAt = now;
    this.#count += 1;
    if (this.#count <= free) return;
    const ms = Math.min(maxMs, firstMs * 2 ** (this.#count - free - 1));
    if (this.#waiting >= waiting) throw refuseRequest.too_many_attempts({ retryAfterMs: maxMs });
    this.#waiting += 1;
    try {
      await this.#clock.sleep(ms, signal);
    } finally {
      this.#waiting -= 1;
    }
  }
}
