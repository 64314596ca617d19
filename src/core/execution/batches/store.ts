import type { BatchId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Batch, BatchRequest, RequestCounts, RequestResult } from './model.ts';

export type OpenRequest = Pick<BatchRequest, 'place' | 'promptTokens' | 'worstUsd'>;

/** Where a page of results goes on. */
export interface ResultPosition {
  readonly place: number;
}

export type StoredResult = Pick<BatchRequest, 'place' | 'id'> & RequestResult;

/** Reads only; writes go through `Journal.commit`. Every method may be repeated. */
export interface BatchStore {
  get(batchId: BatchId): Promise<Batch | null>;
  /** Batches that have not ended, oldest first. */
  unfinished(): Promise<readonly Batch[]>;
  counts(batchId: BatchId): Promise<RequestCounts>;
  /** Requests without an outcome, in their order, without their texts. */
  open(batchId: BatchId): Promise<readonly OpenRequest[]>;
  /** The first request that waits. */
  nextWaiting(batchId: BatchId): Promise<BatchRequest | null>;
  /** Requests with an outcome, in their order. */
  results(
    batchId: BatchId,
    page: { readonly limit: number; readonly after: ResultPosition | null },
  ): Promise<Page<StoredResult, ResultPosition>>;
  /** Whether a batch has this id at its provider. */
  isKnown(providerBatchId: string): Promise<boolean>;
}
