import type { BatchId } from '../../kernel/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ListedBatch, ModelBatches } from '../../ports/model-batches.ts';
import type { RunFailure } from '../runs/model.ts';
import type { BatchStore, BatchWrite } from './store.ts';
import { batchLimits } from './limits.ts';
import { sayResult } from './says.ts';
import { placeIn, type WithProvider } from './model.ts';

export interface LostSubmissionsDeps {
  readonly journal: Journal<BatchWrite>;
  readonly store: Pick<BatchStore, 'isKnown'>;
}

export type NotFound =
  /** It may still be found; `problem` is what is in the way. */
  | { readonly kind: 'searching'; readonly problem: RunFailure | null }
  | { readonly kind: 'lost'; readonly error: RunFailure; readonly mayCost: boolean };

interface Search {
  emptyLooks: number;
  /** Ids at the provider that are other batches. */
  readonly others: Set<string>;
}

/**
 * Finds batches whose submission had no answer, because the engine or the connection died. Only a result proves which
 * batch it is (`nameOf`), so a batch of the same size is waited for until it has ended.
 */
export class LostSubmissions {
  readonly #deps: LostSubmissionsDeps;
  readonly #searches = new Map<BatchId, Search>();

  constructor(deps: LostSubmissionsDeps) {
    this.#deps = deps;
  }

  /** @returns the provider's id, which is stored then */
  async find(batch: WithProvider, batches: ModelBatches, signal: AbortSignal): Promise<string | NotFound> {
    const { journal, store } = this.#deps;
    const { batchId, createdAt, requests } = batch;
    const search = this.#searches.get(batchId) ?? { emptyLooks: 0, others: new Set() };
    this.#searches.set(batchId, search);
    const list = await batches.recent(createdAt - batchLimits.clocksMs, signal);
    if (list.kind === 'failed') return { kind: 'searching', problem: list.failure };
    if (list.kind === 'none') return this.#lost(batchId, UNLISTED, true);
    const alike: ListedBatch[] = [];
    for (const listed of list.batches)
      if (listed.requests === requests && !search.others.has(listed.batchId))
        if (!(await store.isKnown(listed.batchId))) alike.push(listed);
    let isUnsure = false;
    for (const listed of alike) {
      const isIt = listed.hasEnded ? await hasNamesOf(batch, listed.batchId, batches, signal) : null;
      if (signal.aborted) return { kind: 'searching', problem: null };
      if (isIt === true) {
        await journal.commit([{ change: 'batch.submitted', batchId, providerBatchId: listed.batchId }]);
        this.#searches.delete(batchId);
        return listed.batchId;
      }
      if (isIt === false) search.others.add(listed.batchId);
      else isUnsure = true;
    }
    if (isUnsure) return { kind: 'searching', problem: SEARCHED };
    search.emptyLooks += 1;
    if (search.emptyLooks < batchLimits.emptyLooks) return { kind: 'searching', problem: SEARCHED };
    return this.#lost(batchId, NOT_TAKEN, false);
  }

  #lost(batchId: BatchId, error: RunFailure, mayCost: boolean): NotFound {
    this.#searches.delete(batchId);
    return { kind: 'lost', error, mayCost };
  }
}

/** Whether the results have the names of this batch; null if they could not be read. */
async function hasNamesOf(
  { batchId, provider }: WithProvider,
  providerBatchId: string,
  batches: ModelBatches,
  signal: AbortSignal,
): Promise<boolean | null> {
  const billing = { price: provider.price, promptTokens: () => 0 };
  for await (const item of batches.results(providerBatchId, billing, signal)) {
    if (item.kind === 'end') return item.failure === null ? false : null;
    return placeIn(batchId, item.name) !== null;
  }
  return null;
}

const SEARCHED: RunFailure = {
  code: 'submission_unknown',
  says: [sayResult('batch.searched')],
  retryable: true,
};
const NOT_TAKEN: RunFailure = {
  code: 'not_submitted',
  says: [sayResult('batch.not_submitted')],
  retryable: true,
};
const UNLISTED: RunFailure = {
  code: 'outcome_unknown',
  says: [sayResult('batch.unlisted')],
  retryable: true,
};
