import { modelLimits } from '../../../../core/instance/models/limits.ts';
import type { Clock } from '../../../../core/ports/clock.ts';

const { everyMs, afterReads, smallBytes, apartMs } = modelLimits.gathered;

/**
 * When to read on. An answer that has come in many small pieces, one soon after the other, is read in the rhythm in which
 * a run stores and tells it: each read passes all layers above, however little it brings, and is told no sooner. What has just begun, what comes fast and what comes rarely is read at once.
 */
export class ReadingPace {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #lastAt: number;
  /** Small pieces in a row, each soon after the one before. */
  #pieces = 0;
  #isOver = false;

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#lastAt = clock.monotonic();
  }

  /** Counts a read; for each of them. */
  count({ length }: Uint8Array): void {
    const now = this.#clock.monotonic();
    const apart = now - this.#lastAt;
    const isPiece = length <= smallBytes && apart >= apartMs.min && apart <= apartMs.max;
    this.#pieces = isPiece ? this.#pieces + 1 : 0;
    this.#lastAt = now;
  }

  /** Whether to wait for more before the next read. */
  get isGathering(): boolean {
    return this.#pieces >= afterReads && !this.#isOver;
  }

  /** The answer is complete: what may follow it is read at once. */
  over(): void {
    this.#isOver = true;
  }

  /** Ends at once with the call. */
  async gather(): Promise<void> {
    await this.#clock.sleep(everyMs, this.#signal);
  }
}
