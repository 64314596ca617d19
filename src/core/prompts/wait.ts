import { firstOf } from '../kernel/abort.ts';
import type { RunId } from '../kernel/ids.ts';
import type { Clock } from '../ports/clock.ts';

/** A call that waits for its answer. */
export class Wait {
  readonly runId: RunId;
  #wake = new AbortController();

  constructor(runId: RunId) {
    this.runId = runId;
  }

  wake(): void {
    this.#wake.abort();
  }

  /** After `ms`, or at once when woken, also when that was since the last time, or when `signal` aborts. */
  async woken(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
    const both = firstOf(signal, this.#wake.signal);
    await clock.sleep(ms, both.signal);
    both.release();
    if (this.#wake.signal.aborted) this.#wake = new AbortController();
  }
}
