import type { Words } from '../../ports/words.ts';
import type { WhyOut } from '../../trust/people/model.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import { runId as asRunId, type BatchId, type PersonId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log, Masked } from '../../ports/log.ts';
import type { BatchGateway, ModelBatches } from '../../ports/model-batches.ts';
import type { ModelGateway } from '../../ports/model.ts';
import { refuse as refuseRun, refuseWork } from '../runs/errors.ts';
import type { RunError } from '../runs/model.ts';
import { AtProvider } from './at-provider.ts';
import type { BatchStore, BatchWrite, ResultPosition, StoredResult } from './store.ts';
import { refuse } from './errors.ts';
import { BatchIntake } from './intake.ts';
import { batchLimits } from './limits.ts';
import {
  isOver,
  isWithProvider,
  type Batch,
  type BatchRequest,
  type RequestCounts,
  type Submitter,
  type WithProvider,
} from './model.ts';
import { OneByOne } from './one-by-one.ts';
import type { Ask, BatchSpending, BookedCalls, Estimate, RunsInProgress } from './port.ts';
import { checkRequests, type RequestToSubmit } from './requests.ts';

export interface BatchServiceDeps {
  readonly words: Words;
  readonly journal: Journal<BatchWrite>;
  readonly store: BatchStore;
  readonly gateway: BatchGateway;
  readonly models: ModelGateway;
  readonly spending: BatchSpending;
  readonly calls: BookedCalls;
  readonly ask: Ask;
  readonly estimate: Estimate;
  readonly runs: RunsInProgress;
  readonly whyOut: WhyOut;
  readonly isOwner: (person: PersonId) => boolean;
  /** Masks the values of secrets in a text before it is stored or sent. */
  readonly masked: Masked;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** How a batch stands. */
export interface BatchReport {
  readonly batch: Batch;
  readonly counts: RequestCounts;
  /** What keeps it from going on, or the engine from learning about it; null if nothing is known to. */
  readonly problem: RunError | null;
}

/**
 * Batches: requests that need no conversation, no tools and no answer at once. They use the provider's batch interface,
 * at its reduced price, or are run one by one. Nothing is submitted or run twice: what may have reached the provider is
 * looked for, or told as unknown.
 */
export class BatchService {
  readonly #deps: BatchServiceDeps;
  readonly #atProvider: AtProvider;
  readonly #oneByOne: OneByOne;
  readonly #intake: BatchIntake;
  readonly #stop = new AbortController();
  readonly #atWork = new Set<Promise<unknown>>();

  constructor(deps: BatchServiceDeps) {
    this.#deps = deps;
    this.#intake = new BatchIntake(deps);
    this.#atProvider = new AtProvider(deps);
    this.#oneByOne = new OneByOne(deps);
  }

  /**
   * For startup: reserves what batches of earlier starts may still cost, and goes on with them a moment later.
   * @throws errors of the store
   */
  async begin(): Promise<void> {
    const { store, spending } = this.#deps;
    const unfinished = await store.unfinished();
    for (const batch of unfinished.filter(isWithProvider)) {
      const { batchId, personId } = batch;
      const open = await store.open(batchId);
      spending.hold(personId, asRunId(batchId), sum(open.map(({ worstUsd }) => worstUsd)));
      this.#follow(batch, batchLimits.afterStartMs);
    }
    if (unfinished.some(({ state }) => state === 'working')) this.#goOn(batchLimits.afterStartMs);
  }

  /** Goes on with what waited for its person to be enabled. Waits for nothing; repeatable. */
  resume(): void {
    if (!this.#stop.signal.aborted) this.#goOn(0);
  }

  /**
   * Takes a batch; resolves once it is on disk and the provider has it, where that has a batch interface. May not be
   * repeated: each call is another batch.
   * @throws Refusal batch_empty, batch_request_invalid, batch_ids_not_unique, batch_too_large, batches_full,
   *   batch_too_expensive, provider_incomplete, provider_error, draining, person_disabled,
   *   own_erasure_running
   */
  async submit(submitter: Submitter, requests: readonly RequestToSubmit[]): Promise<BatchReport> {
    const { gateway, models, runs } = this.#deps;
    checkRequests(requests);
    refuseWork(this.#deps.whyOut(submitter.person));
    const batches = await gateway.openBatches();
    // Otherwise a configuration that leads to no model would be told with the results only.
    if (batches === null) await models.open(null, submitter.person);
    return await this.#working(async () => {
      if (this.#stop.signal.aborted || runs.draining) throw refuseRun.draining();
      const added = await this.#intake.add(submitter, requests, batches);
      const { batch } = added;
      if (batches !== null && isWithProvider(batch)) await this.#handOver(batch, added.requests, batches);
      else this.#goOn(0);
      return await this.#report(batch.batchId, submitter);
    });
  }

  /** @throws Refusal batch_not_found, also for a batch of another submitter */
  async get(batchId: BatchId, submitter: Submitter): Promise<BatchReport> {
    return await this.#report(batchId, submitter);
  }

  /**
   * The results of a batch in the order of its requests; none before it has ended.
   * @throws Refusal batch_not_found
   */
  async results(
    batchId: BatchId,
    submitter: Submitter,
    after: ResultPosition | null,
  ): Promise<Page<StoredResult, ResultPosition>> {
    const { store } = this.#deps;
    const batch = await this.#found(batchId, submitter);
    if (!isOver(batch.state)) return { items: [], next: null };
    return await store.results(batchId, { limit: batchLimits.requests, after });
  }

  /**
   * Takes no more batches and stops what is at work; what is with the provider stays there. Resolves once it has
   * stopped, or after `withinMs`.
   */
  async drain(withinMs: number): Promise<void> {
    this.#stop.abort();
    const { signal, cancel } = this.#deps.clock.deadline(withinMs);
    const late = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    await Promise.race([Promise.allSettled(this.#atWork), late]);
    cancel();
  }

  async #handOver(batch: WithProvider, all: readonly BatchRequest[], batches: ModelBatches): Promise<void> {
    const { batchId } = batch;
    try {
      const to = await this.#atProvider.submit(batch, all, batches, this.#stop.signal);
      if (to === 'submitted') this.#follow(batch, batchLimits.firstLookMs);
      else this.#goOn(0);
    } catch (error) {
      // If its end could not be stored, it is looked for like one whose answer was lost.
      if (await this.#deps.store.get(batchId)) this.#follow(batch, batchLimits.firstLookMs);
      throw error;
    }
  }

  #follow(batch: Batch, firstMs: number): void {
    void this.#working(() => this.#atProvider.follow(batch, firstMs, this.#stop.signal));
  }

  #goOn(firstMs: number): void {
    void this.#working(() => this.#oneByOne.work(firstMs, this.#stop.signal));
  }

  /** Work that a stop waits for. */
  async #working<Result>(work: () => Promise<Result>): Promise<Result> {
    const working = work();
    this.#atWork.add(working);
    try {
      return await working;
    } finally {
      this.#atWork.delete(working);
    }
  }

  async #report(batchId: BatchId, submitter: Submitter): Promise<BatchReport> {
    const batch = await this.#found(batchId, submitter);
    const counts = await this.#deps.store.counts(batchId);
    const problem = isWithProvider(batch) ? this.#atProvider.problemOf(batchId) : this.#oneByOne.problem;
    return { batch, counts, problem: isOver(batch.state) ? null : problem };
  }

  async #found(batchId: BatchId, { person, principal }: Submitter): Promise<Batch> {
    const batch = await this.#deps.store.get(batchId);
    if (!batch || batch.principal !== principal || batch.personId !== person) throw refuse.batch_not_found();
    return batch;
  }
}

const sum = (all: readonly number[]): number => all.reduce((before, each) => before + each, 0);
