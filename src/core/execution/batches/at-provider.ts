import { say, sayResult } from './says.ts';
import { isPast } from '../../instance/expiry/model.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import { firstOf } from '../../kernel/abort.ts';
import { runId as asRunId, type BatchId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log, Masked } from '../../ports/log.ts';
import type { BatchGateway, ModelBatches } from '../../ports/model-batches.ts';
import { refuse as refuseRun } from '../runs/errors.ts';
import { refusedRun, runErrorOf, type RunError, type RunFailure } from '../runs/model.ts';
import type { BatchStore, BatchWrite } from './store.ts';
import { batchLimits } from './limits.ts';
import { isOver, isWithProvider, nameOf, type Batch, type BatchRequest, type WithProvider } from './model.ts';
import { maskedIn, modelRequest, withMasked } from './outcomes.ts';
import type { BatchSpending } from './port.ts';
import { ResultBooking } from './result-booking.ts';
import { LostSubmissions } from './lost-submissions.ts';
import type { Words } from '../../ports/words.ts';

export interface AtProviderDeps {
  readonly words: Words;
  readonly journal: Journal<BatchWrite>;
  readonly store: BatchStore;
  readonly gateway: BatchGateway;
  readonly spending: BatchSpending;
  /** Masks the values of secrets. */
  readonly masked: Masked;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** Batches in the provider's batch interface: submitted once, looked at until they end, and their results kept. */
export class AtProvider {
  readonly #deps: AtProviderDeps;
  readonly #booking: ResultBooking;
  readonly #lost: LostSubmissions;
  readonly #problems = new Map<BatchId, RunError>();

  constructor(deps: AtProviderDeps) {
    this.#deps = deps;
    this.#booking = new ResultBooking(deps);
    this.#lost = new LostSubmissions(deps);
  }

  /** What keeps the engine from learning how a batch stands; null if nothing does. */
  problemOf(batchId: BatchId): RunError | null {
    return this.#problems.get(batchId) ?? null;
  }

  /**
   * Submits a batch whose intention is on disk, once.
   * @returns `none` if the provider has no batch interface after all: its requests are run one by one then
   * @throws Refusal provider_error if the provider refused it; the batch is removed then
   */
  async submit(
    batch: WithProvider,
    requests: readonly BatchRequest[],
    batches: ModelBatches,
    signal: AbortSignal,
  ): Promise<'submitted' | 'none'> {
    const { journal, spending, clock, log } = this.#deps;
    const { batchId, personId } = batch;
    const masked = (text: string) => this.#deps.masked(text, personId);
    const { signal: late, cancel } = clock.deadline(batchLimits.submitMs);
    const stop = firstOf(signal, late);
    const all = requests.map((request) => ({
      name: nameOf(batchId, request.place),
      request: modelRequest(request),
    }));
    const sent = await batches.submit(all, stop.signal);
    cancel();
    stop.release();
    switch (sent.kind) {
      case 'accepted':
        // If it cannot be written, the provider's list still has it.
        await journal
          .commit([{ change: 'batch.submitted', batchId, providerBatchId: sent.batchId }])
          .catch((error: unknown) =>
            log.error("the provider's id of a batch could not be stored", { batchId, error }),
          );
        return 'submitted';
      case 'unknown':
        log.warn('it is unknown whether the provider took a batch', {
          batchId,
          says: maskedIn(sent.failure.says, masked),
        });
        return 'submitted';
      case 'none':
        await journal.commit([{ change: 'batch.one-by-one', batchId }]);
        spending.hold(personId, asRunId(batchId), 0);
        return 'none';
      case 'refused':
        await journal.commit([{ change: 'batch.drop', batchId }]);
        spending.hold(personId, asRunId(batchId), 0);
        throw refuseRun.provider_error({ retryable: sent.failure.retryable }, [
          say('batches.not_taken'),
          ...maskedIn(sent.failure.says, masked),
        ]);
    }
  }

  /**
   * Looks at a batch until it has ended and its results are stored, or until `signal` aborts; never rejects.
   * `firstMs` is the pause before the first look.
   */
  async follow(
    { batchId, personId }: Pick<Batch, 'batchId' | 'personId'>,
    firstMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, log, spending } = this.#deps;
    let pause = firstMs;
    let next: number = batchLimits.firstLookMs;
    for (;;) {
      await clock.sleep(pause, signal);
      if (signal.aborted) return;
      try {
        if (await this.#isOverAfterLook(batchId, signal)) {
          this.#problems.delete(batchId);
          spending.hold(personId, asRunId(batchId), 0);
          return;
        }
      } catch (error) {
        log.error('a batch could not be looked at', { batchId, error });
      }
      if (next <= pause) next = Math.min(pause * 2, batchLimits.longestPauseMs);
      pause = next;
    }
  }

  async #isOverAfterLook(batchId: BatchId, signal: AbortSignal): Promise<boolean> {
    const { store, expiry } = this.#deps;
    const batch = await store.get(batchId);
    if (!batch || isOver(batch.state) || !isWithProvider(batch)) return true;
    const isOlder = (ms: number) => isPast(expiry.past(ms), batch.createdAt);
    const opened = await this.#openFor(batch);
    if ('code' in opened) return await this.#unless(batch, opened, isOlder(batchLimits.keptMs));
    const found = batch.provider.batchId ?? (await this.#lost.find(batch, opened, signal));
    if (signal.aborted) return false;
    if (typeof found !== 'string') {
      if (found.kind === 'searching')
        return await this.#unless(batch, found.problem, isOlder(batchLimits.keptMs));
      await this.#booking.end(batch, 'failed', found.error, found.mayCost);
      return true;
    }
    const look = await opened.look(found, signal);
    if (signal.aborted) return false;
    switch (look.kind) {
      case 'processing':
        this.#problems.delete(batchId);
        return false;
      case 'missing':
        return await this.#unless(batch, MISSING, isOlder(batchLimits.missingMs));
      case 'failed':
        return await this.#unless(batch, look.failure, isOlder(batchLimits.keptMs));
      case 'ended': {
        const failure = await this.#booking.collect(batch, found, opened, signal);
        if (failure === null) return true;
        return await this.#unless(batch, failure, isOlder(batchLimits.keptMs));
      }
    }
  }

  /** The interface at the address of the batch, or what is in the way. */
  async #openFor({ provider }: WithProvider): Promise<ModelBatches | RunFailure> {
    try {
      const batches = await this.#deps.gateway.openBatches();
      return batches?.address === provider.address ? batches : ELSEWHERE;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return refusedRun(error);
    }
  }

  /** Remembers a problem until the next look, or gives the batch up because of it. */
  async #unless(batch: WithProvider, problem: RunFailure | null, givesUp: boolean): Promise<boolean> {
    const { words, log } = this.#deps;
    const { batchId, personId } = batch;
    if (problem === null) {
      this.#problems.delete(batchId);
      return false;
    }
    const clean = withMasked(problem, (text) => this.#deps.masked(text, personId));
    if (givesUp) {
      log.warn('a batch was given up', { batchId, code: clean.code });
      await this.#booking.end(batch, 'failed', lostResult(clean), true);
      return true;
    }
    const told = runErrorOf(clean, words);
    if (this.#problems.get(batchId)?.error !== told.error)
      log.warn('it is unknown how a batch stands', { batchId, code: told.code, error: told.error });
    this.#problems.set(batchId, told);
    return false;
  }
}

const lostResult = ({ says: why }: RunFailure): RunFailure => ({
  code: 'outcome_unknown',
  says: [sayResult('batch.outcome_unlearned', { why })],
  retryable: true,
});

const ELSEWHERE: RunFailure = {
  code: 'provider_changed',
  says: [sayResult('batch.elsewhere')],
  retryable: true,
};
const MISSING: RunFailure = { code: 'provider_error', says: [sayResult('batch.missing')], retryable: true };
