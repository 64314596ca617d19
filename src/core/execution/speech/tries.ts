import { modelLimits } from '../../instance/models/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SpeechFailure } from './port.ts';

/**
 * The attempts of one call, with the pauses of calls of models: after 2, 4 and 8 s, or as long as the provider asks for
 * up to a minute, and none later than ten minutes after the first began.
 */
export class Tries {
  readonly #clock: Clock;
  readonly #affords: (spentUsd: number) => Promise<boolean>;
  readonly #beganAt: number;
  #failed = 0;

  constructor(clock: Clock, affords: (spentUsd: number) => Promise<boolean>) {
    this.#clock = clock;
    this.#affords = affords;
    this.#beganAt = clock.monotonic();
  }

  /** Whether another attempt follows; if so, resolves after the pause. `spentUsd`: by all attempts so far. */
  async again(failure: SpeechFailure, spentUsd: number, signal: AbortSignal): Promise<boolean> {
    const pause = modelLimits.retryMs[this.#failed];
    this.#failed += 1;
    const isLate = this.#clock.monotonic() - this.#beganAt >= modelLimits.retryWithinMs;
    if (!failure.retryable || pause === undefined || isLate || signal.aborted) return false;
    if (spentUsd > 0 && !(await this.#affords(spentUsd))) return false;
    const asked = Math.max(pause, failure.retryAfterMs ?? 0);
    await this.#clock.sleep(Math.min(asked, modelLimits.maxRetryMs), signal);
    return !signal.aborted;
  }
}
