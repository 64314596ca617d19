import { firstOf } from '../../kernel/abort.ts';
import type { RunId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';

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

  /** Resolves after `ms`, when `signal` aborts, or when woken; at once if it was woken since the last call. */
  async woken(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
    const both = firstOf(signal, this.#wake.signal);
    await clock.sleep(ms, both.signal);
    both.release();
    if (this.#wake.signal.aborted) this.#wake = new AbortController();
  }
}
