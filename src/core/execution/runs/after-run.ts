import { extractionLimits } from './limits.ts';
import type { PersonId } from '../../kernel/ids.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Log } from '../../ports/log.ts';
import type { Model } from '../../ports/model.ts';
import type { MayWork } from '../../trust/people/model.ts';
import type { Ongoing } from '../../kernel/ongoing.ts';
import type { ExecutedRun } from './executor.ts';
import { needsCompaction } from './compaction/compaction.ts';
import type { CompactionService } from './compaction/service.ts';
import type { Extraction } from './extraction/extraction.ts';
import type { Run } from './model.ts';
import type { Titles } from './titles/titles.ts';

export interface AfterRunDeps {
  readonly extraction: Extraction;
  readonly titles: Titles;
  readonly compactions: CompactionService;
  readonly mayWork: MayWork;
  readonly ongoing: Pick<Ongoing, 'begin'>;
  readonly log: Log;
}

/**
 * Background work after a run: compacts a full thread, names a new one, and extracts what the owner said that is worth
 * remembering.
 * Readers do not wait for it, and stopping the engine loses only this work.
 */
export class AfterRun {
  readonly #deps: AfterRunDeps;
  /** One run of each person at a time, so that background work does not keep a provider busy, and nobody waits for another's. */
  readonly #turns = new OneAtATime<PersonId>();
  /** How many runs of each person are being read or wait for that. */
  readonly #waiting = new Map<PersonId, number>();
  readonly #reading = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  constructor(deps: AfterRunDeps) {
    this.#deps = deps;
  }

  /** Returns at once. */
  begin(run: Run, { answered, occupiedTokens, coveredUpTo }: ExecutedRun, model: Model): void {
    if (this.#stop.signal.aborted || run.threadId === null || run.replayOf !== null) return;
    if (!this.#deps.mayWork(run.startedBy.personId)) return;
    // The tasks of other programs are not its owner's words, and the demo has only answers to tasks.
    if (answered && run.startedBy.kind === 'person' && run.provider !== DEMO) this.#read(run, model);
    if (needsCompaction(occupiedTokens, model))
      this.#deps.compactions.afterRun(run.runId, run.threadId, coveredUpTo, model);
  }

  /** Stops all background work. Resolves once it has stopped; never rejects. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([this.#deps.compactions.stop(), ...this.#reading]);
  }

  #read(run: Run, model: Model): void {
    const { personId } = run.startedBy;
    const waiting = this.#waiting.get(personId) ?? 0;
    if (waiting >= extractionLimits.waiting) return;
    this.#waiting.set(personId, waiting + 1);
    const { titles, extraction, ongoing } = this.#deps;
    const piece = ongoing.begin(personId, ['disabled', 'erasing']);
    const reading = this.#turns
      .run(personId, async () => {
        const signal = AbortSignal.any([this.#stop.signal, piece.signal]);
        await this.#unlessFailed(run, 'title', signal, () => titles.after(run, model, signal));
        await this.#unlessFailed(run, 'extraction', signal, () => extraction.after(run, model, signal));
      })
      .finally(() => {
        piece.over();
        this.#reading.delete(reading);
        const left = (this.#waiting.get(personId) ?? 1) - 1;
        if (left === 0) this.#waiting.delete(personId);
        else this.#waiting.set(personId, left);
      });
    this.#reading.add(reading);
  }

  /** Never rejects. */
  async #unlessFailed(
    { runId, startedBy }: Run,
    what: string,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    if (signal.aborted || !this.#deps.mayWork(startedBy.personId)) return;
    await work().catch((error: unknown) => this.#deps.log.error(`${what} failed`, { runId, error }));
  }
}

const DEMO = 'demo';
