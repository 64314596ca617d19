import type { Masked } from '../../ports/log.ts';
import { runId as asRunId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ModelBatches } from '../../ports/model-batches.ts';
import { noUsage, type PriceKnown, type Usage } from '../../ports/model.ts';
import type { Words } from '../../ports/words.ts';
import { runErrorOf, type RunFailure, type SideCall } from '../runs/model.ts';
import type { BatchStore, BatchWrite, OpenRequest } from './store.ts';
import { batchLimits } from './limits.ts';
import { sayResult } from './says.ts';
import { placeIn, resultOf, type RequestResult, type WithProvider } from './model.ts';
import { outcomeOf, resultFromProvider } from './outcomes.ts';
import type { BatchSpending } from './port.ts';

export interface ResultBookingDeps {
  readonly journal: Journal<BatchWrite>;
  readonly store: Pick<BatchStore, 'open'>;
  readonly spending: BatchSpending;
  readonly masked: Masked;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly words: Words;
}

interface Arrived {
  readonly priceKnown: PriceKnown;
  readonly place: number;
  readonly result: RequestResult;
}

/** Stores results of the provider, each in one commit with its cost. */
export class ResultBooking {
  readonly #deps: ResultBookingDeps;

  constructor(deps: ResultBookingDeps) {
    this.#deps = deps;
  }

  /**
   * Fetches and stores the results that are not stored yet, and ends the batch. May be repeated after a failure.
   * @returns why not all results came; null if the batch has ended
   */
  async collect(
    batch: WithProvider,
    providerBatchId: string,
    batches: ModelBatches,
    signal: AbortSignal,
  ): Promise<RunFailure | null> {
    const { store, words } = this.#deps;
    const masked = (text: string) => this.#deps.masked(text, batch.personId);
    const { price } = batch.provider;
    const open = new Map((await store.open(batch.batchId)).map((request) => [request.place, request]));
    const promptTokens = (name: string): number =>
      open.get(placeIn(batch.batchId, name) ?? -1)?.promptTokens ?? 0;
    let arrived: Arrived[] = [];
    let chars = 0;
    const keep = async (): Promise<void> => {
      const kept = arrived;
      [arrived, chars] = [[], 0];
      await this.#keep(batch, kept, open);
    };
    for await (const item of batches.results(providerBatchId, { price, promptTokens }, signal)) {
      if (item.kind === 'end') {
        await keep();
        if (item.failure) return item.failure;
        break;
      }
      const place = placeIn(batch.batchId, item.name);
      const isNew = place !== null && open.has(place) && !arrived.some((other) => other.place === place);
      if (!isNew) continue;
      const result = resultOf(resultFromProvider(item.result, price, masked), words);
      arrived.push({ place, result, priceKnown: price.isAssumed ? null : true });
      chars += result.text?.length ?? 0;
      if (arrived.length >= batchLimits.resultsAtOnce || chars >= batchLimits.charsAtOnce) await keep();
    }
    if (signal.aborted) return ABORTED;
    await this.end(batch, 'ended', UNNAMED, true);
    return null;
  }

  /** Ends a batch. Requests without a result get `error`; if they may cost, their worst case is counted. */
  async end(
    batch: WithProvider,
    state: 'ended' | 'failed',
    failure: RunFailure,
    mayCost: boolean,
  ): Promise<void> {
    const { journal, store, spending, clock, words } = this.#deps;
    const error = runErrorOf(failure, words);
    const { batchId, personId } = batch;
    const open = await store.open(batchId);
    const costUsd = mayCost ? sumOf(open) : 0;
    await journal.commit([
      { change: 'batch.end', batchId, state, error, endedAt: Math.max(batch.createdAt, clock.now()) },
      ...(open.length > 0 && costUsd > 0
        ? [this.#cost(batch, { usage: noUsage, costUsd, priceKnown: false, outcome: 'failed', error })]
        : []),
    ]);
    spending.book(personId, asRunId(batchId), 0, costUsd);
  }

  async #keep(
    batch: WithProvider,
    arrived: readonly Arrived[],
    open: Map<number, OpenRequest>,
  ): Promise<void> {
    if (arrived.length === 0) return;
    const { batchId } = batch;
    await this.#deps.journal.commit(
      arrived.flatMap(({ place, result, priceKnown }): readonly BatchWrite[] => [
        { change: 'batch.result', batchId, place, result },
        this.#cost(batch, { ...result, priceKnown, outcome: outcomeOf(result) }),
      ]),
    );
    for (const { place } of arrived) open.delete(place);
    const spentUsd = arrived.reduce((sum, { result }) => sum + result.costUsd, 0);
    this.#deps.spending.book(batch.personId, asRunId(batchId), sumOf([...open.values()]), spentUsd);
  }

  #cost({ provider, personId }: WithProvider, spent: Spent): BatchWrite {
    const { ids, clock } = this.#deps;
    return {
      change: 'side-call.end',
      call: {
        ...spentOnly(spent),
        sideCallId: ids.next(),
        purpose: 'batch',
        threadId: null,
        runId: null,
        personId,
        model: provider.model,
        provider: provider.name,
        createdAt: clock.now(),
      },
    };
  }
}

interface Spent extends Pick<SideCall, 'outcome' | 'error' | 'costUsd' | 'priceKnown'> {
  readonly usage: Usage;
}

const spentOnly = ({ usage, costUsd, priceKnown, outcome, error }: Spent): Spent => ({
  usage,
  costUsd,
  priceKnown,
  outcome,
  error,
});

const sumOf = (open: readonly OpenRequest[]): number => open.reduce((sum, { worstUsd }) => sum + worstUsd, 0);

const UNNAMED: RunFailure = {
  code: 'outcome_unknown',
  says: [sayResult('batch.unnamed')],
  retryable: true,
};
const ABORTED: RunFailure = {
  code: 'interrupted',
  says: [sayResult('batch.fetching_stopped')],
  retryable: true,
};
