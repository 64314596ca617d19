import type { ThreadId } from '../../kernel/ids.ts';
import { extractionLimits } from '../limits.ts';
import type { Model } from '../../ports/model.ts';
import type { CarriedOut } from '../carry-out.ts';
import {
  compact,
  isCrowded,
  type Compacted,
  type CompactionDeps,
  type CompactionRequest,
} from './compaction.ts';
import { Extraction, type ExtractionDeps } from './extraction.ts';
import type { Run } from '../model.ts';

export interface AfterwardsDeps extends CompactionDeps, ExtractionDeps {}

/**
 * What is done for a thread when no run of it is waited for: summaries, and what is worth remembering. Nothing of it
 * stands between an answer and its `done` (contract §2), and nothing of it is more than the loss of itself when the
 * engine stops.
 */
export class Afterwards {
  readonly #deps: AfterwardsDeps;
  readonly #extraction: Extraction;
  /** One at a time for a thread. */
  readonly #compacting = new Map<ThreadId, Promise<Compacted>>();
  /** One after another: a provider is not to be kept busy by what nobody waits for. */
  #extracting: Promise<void> = Promise.resolve();
  #waiting = 0;
  readonly #stop = new AbortController();

  constructor(deps: AfterwardsDeps) {
    this.#deps = deps;
    this.#extraction = new Extraction(deps);
  }

  /** Returns at once. */
  runEnded(run: Run, { answered, occupiedTokens, coveredUpTo }: CarriedOut, model: Model): void {
    if (this.#stop.signal.aborted || run.threadId === null) return;
    if (answered) this.#extract(run, model);
    if (isCrowded(occupiedTokens, model)) this.#tidy(run, run.threadId, coveredUpTo, model);
  }

  /** A second request for the same thread while one is carried out gets its outcome. */
  compact(request: CompactionRequest, open: () => Promise<Model>): Promise<Compacted> {
    const { threadId } = request;
    const under = this.#compacting.get(threadId);
    if (under) return under;
    const made = (async () => await compact(request, await open(), this.#stop.signal, this.#deps))();
    this.#compacting.set(threadId, made);
    void made.catch(() => undefined).then(() => this.#compacting.delete(threadId));
    return made;
  }

  /** Stops all of it; resolves, never rejects, when that has happened. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([...this.#compacting.values(), this.#extracting]);
  }

  #tidy({ runId }: Run, threadId: ThreadId, coveredUpTo: number, model: Model): void {
    const { log } = this.#deps;
    this.compact({ threadId, trigger: 'automatic', focus: null, runId, coveredUpTo }, async () => model)
      .then((made) => {
        if (made.kind === 'failed') log.warn('compaction failed', { threadId, ...made.error });
      })
      .catch((error: unknown) => log.error('compaction failed', { threadId, error }));
  }

  #extract(run: Run, model: Model): void {
    if (this.#waiting >= extractionLimits.waiting) return;
    this.#waiting += 1;
    this.#extracting = this.#extracting
      .then(() =>
        this.#stop.signal.aborted ? undefined : this.#extraction.after(run, model, this.#stop.signal),
      )
      .catch((error: unknown) => this.#deps.log.error('extraction failed', { runId: run.runId, error }))
      .finally(() => {
        this.#waiting -= 1;
      });
  }
}
