import type { PersonId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { WhyOut } from '../../trust/people/model.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Model, ModelGateway } from '../../ports/model.ts';
import { refusedRun, runErrorOf, type RunError, type RunFailure } from '../runs/model.ts';
import type { BatchStore, BatchWrite } from './store.ts';
import { batchLimits } from './limits.ts';
import { sayResult } from './says.ts';
import { resultOf, UNKNOWN_OUTCOME, type Batch, type BatchRequest, type RequestEnd } from './model.ts';
import { failedResult, modelRequest, outcomeOf, resultFromCall } from './outcomes.ts';
import type { Ask, BookedCalls, Estimate, RunsInProgress } from './port.ts';
import type { Words } from '../../ports/words.ts';

export interface OneByOneDeps {
  readonly words: Words;
  readonly journal: Journal<BatchWrite>;
  readonly store: Pick<BatchStore, 'unfinished' | 'nextWaiting'>;
  readonly models: ModelGateway;
  readonly calls: BookedCalls;
  readonly ask: Ask;
  readonly estimate: Estimate;
  readonly runs: RunsInProgress;
  /** Requests of others wait. */
  readonly whyOut: WhyOut;
  readonly clock: Clock;
  readonly log: Log;
}

type Step = 'nothing left' | 'done' | 'failed';

/**
 * Runs the requests of batches where the provider has no batch interface: one at a time, the oldest batch first, and
 * behind the runs in progress. A request is marked before it is run, and never run again.
 */
export class OneByOne {
  readonly #deps: OneByOneDeps;
  #isAtWork = false;
  #mayHaveMore = false;
  #problem: RunError | null = null;

  constructor(deps: OneByOneDeps) {
    this.#deps = deps;
  }

  /** Why no request is run at the moment; null if nothing is in the way. */
  get problem(): RunError | null {
    return this.#problem;
  }

  /**
   * Works until no request waits, or until `signal` aborts; never rejects. May be called while it works. `firstMs` is
   * the pause before the first request.
   */
  async work(firstMs: number, signal: AbortSignal): Promise<void> {
    this.#mayHaveMore = true;
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    const { clock, log } = this.#deps;
    let failures = 0;
    let pause = firstMs;
    while (this.#mayHaveMore) {
      await clock.sleep(pause, signal);
      if (signal.aborted) break;
      this.#mayHaveMore = false;
      const step = await this.#step(signal).catch((error: unknown): Step => {
        log.error('the requests of a batch could not go on', { error });
        return 'failed';
      });
      if (step !== 'nothing left') this.#mayHaveMore = true;
      failures = step === 'failed' ? failures + 1 : 0;
      pause = failures === 0 ? 0 : pauseAfter(failures);
    }
    this.#isAtWork = false;
  }

  async #step(signal: AbortSignal): Promise<Step> {
    const { journal, store, clock, words, whyOut } = this.#deps;
    const unfinished = await store.unfinished();
    const batch = unfinished.find(({ state, personId }) => state === 'working' && whyOut(personId) === null);
    if (!batch) return 'nothing left';
    const { batchId } = batch;
    const next = await store.nextWaiting(batchId);
    if (!next) {
      // What was being run when an earlier engine died has no outcome.
      const endedAt = Math.max(batch.createdAt, clock.now());
      await journal.commit([
        { change: 'batch.end', batchId, state: 'ended', error: runErrorOf(UNKNOWN_OUTCOME, words), endedAt },
      ]);
      return 'done';
    }
    await this.#letRunsGoFirst(signal);
    return signal.aborted ? 'done' : await this.#run(batch, next, signal);
  }

  /** Not for ever: a run may wait for its owner for a day. */
  async #letRunsGoFirst(signal: AbortSignal): Promise<void> {
    const { runs, clock } = this.#deps;
    const { longestWaitMs, waitMs } = batchLimits;
    for (let waited = 0; waited < longestWaitMs && runs.liveCount > 0 && !signal.aborted; waited += waitMs)
      await clock.sleep(waitMs, signal);
  }

  async #run({ batchId, personId }: Batch, next: BatchRequest, signal: AbortSignal): Promise<Step> {
    const { journal, calls, ask, estimate, words } = this.#deps;
    const { place } = next;
    const model = await this.#open(personId);
    if (model === null) return 'failed';
    const request = modelRequest(next);
    const resulting = (end: RequestEnd) =>
      ({ change: 'batch.result', batchId, place, result: resultOf(end, words) }) as const;
    await journal.commit([{ change: 'batch.run', batchId, place }]);
    try {
      const about = { purpose: 'batch', threadId: null, runId: null, personId } as const;
      const done = await calls.make(about, model, estimate(request, model).worstUsd, async (affords) => {
        const { text, end } = await ask(model, { ...request, affords }, signal);
        const result = resultFromCall(text, end, model.price);
        const { error } = result;
        return { spent: end, outcome: outcomeOf(result), error, changes: [resulting(result)] };
      });
      if (done === null) await journal.commit([resulting(failedResult(TOO_EXPENSIVE))]);
      return done !== null && isPassing(done.made.error) ? 'failed' : 'done';
    } catch (error) {
      await journal.commit([resulting(failedResult(BROKEN))]);
      throw error;
    }
  }

  /** Null if the configuration does not lead to a model: the requests wait until it does. */
  async #open(whose: PersonId): Promise<Model | null> {
    const { models, log, words } = this.#deps;
    try {
      const model = await models.open(null, whose);
      this.#problem = null;
      return model;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const problem = runErrorOf(refusedRun(error), words);
      if (this.#problem?.error !== problem.error)
        log.warn('the requests of a batch wait for a model', { code: error.code });
      this.#problem = problem;
      return null;
    }
  }
}

/** What may be over after a pause, so that the next request need not meet it. */
const isPassing = (error: RunFailure | null): boolean =>
  error !== null && error.retryable && error.code.startsWith('provider_');

const pauseAfter = (failures: number): number =>
  Math.min(batchLimits.longestPauseMs, batchLimits.firstLookMs * 2 ** Math.min(failures - 1, 10));

const TOO_EXPENSIVE: RunFailure = {
  code: 'budget',
  says: [sayResult('batch.too_dear')],
  retryable: false,
};
const BROKEN: RunFailure = {
  code: 'internal',
  says: [sayResult('batch.broke')],
  retryable: false,
};
