import { extractionLimits } from './limits.ts';
import type { Log } from '../../ports/log.ts';
import type { Model } from '../../ports/model.ts';
import type { ExecutedRun } from './executor.ts';
import { needsCompaction } from './compaction/compaction.ts';
import type { CompactionService } from './compaction/service.ts';
import type { Extraction } from './extraction/extraction.ts';
import type { Run } from './model.ts';

export interface AfterRunDeps {
  readonly extraction: Extraction;
  readonly compactions: CompactionService;
  readonly log: Log;
}

/**
 * Background work after a run: compacts a full thread, and extracts what the owner said that is worth remembering.
 * Readers do not wait for it, and stopping the engine loses only this work.
 */
export class AfterRun {
  readonly #deps: AfterRunDeps;
  /** Serialized, so that background work does not keep a provider busy. */
  #extracting: Promise<void> = Promise.resolve();
  #waiting = 0;
  readonly #stop = new AbortController();

  constructor(deps: AfterRunDeps) {
    this.#deps = deps;
  }

  /** Returns at once. */
  begin(run: Run, { answered, occupiedTokens, coveredUpTo }: ExecutedRun, model: Model): void {
    if (this.#stop.signal.aborted || run.threadId === null || run.replayOf !== null) return;
    // The tasks of other programs are not its owner's words.
    if (answered && run.startedBy.kind === 'person') this.#extract(run, model);
    if (needsCompaction(occupiedTokens, model))
      this.#deps.compactions.afterRun(run.runId, run.threadId, coveredUpTo, model);
  }

  /** Stops all background work. Resolves once it has stopped; never rejects. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([this.#deps.compactions.stop(), this.#extracting]);
  }

  #extract(run: Run, model: Model): void {
    if (this.#waiting >= extractionLimits.waiting) return;
    this.#waiting += 1;
    this.#extracting = this.#extracting
      .then(() =>
        this.#stop.signal.aborted ? undefined : this.#deps.extraction.after(run, model, this.#stop.signal),
      )
      .catch((error: unknown) => this.#deps.log.error('extraction failed', { runId: run.runId, error }))
      .finally(() => {
        this.#waiting -= 1;
      });
  }
}
