import type { BatchId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Batch, BatchRequest, RequestCounts, RequestResult } from './model.ts';
import type { RunChange } from '../runs/store.ts';
import type { RunError } from '../runs/model.ts';

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

export type BatchChange =
  /** The intention, with all requests waiting: committed before anything leaves the machine. */
  | { readonly change: 'batch.add'; readonly batch: Batch; readonly requests: readonly BatchRequest[] }
  /** The provider has taken it. Refused (`JournalConflict`) unless it is `submitting`. */
  | { readonly change: 'batch.submitted'; readonly batchId: BatchId; readonly providerBatchId: string }
  /** The provider has no batch interface. Refused (`JournalConflict`) unless it is `submitting`. */
  | { readonly change: 'batch.one-by-one'; readonly batchId: BatchId }
  /** The provider refused it before any of it was run. Refused (`JournalConflict`) unless it is `submitting`. */
  | { readonly change: 'batch.drop'; readonly batchId: BatchId }
  /** Committed before a request is run. Refused (`JournalConflict`) unless it waits. */
  | { readonly change: 'batch.run'; readonly batchId: BatchId; readonly place: number }
  /** Refused (`JournalConflict`) if the request has an outcome. */
  | {
      readonly change: 'batch.result';
      readonly batchId: BatchId;
      readonly place: number;
      readonly result: RequestResult;
    }
  /** Requests without an outcome become `errored` with `error`. Refused (`JournalConflict`) if it has ended. */
  | {
      readonly change: 'batch.end';
      readonly batchId: BatchId;
      readonly state: 'ended' | 'failed';
      readonly error: RunError;
      readonly endedAt: number;
    };

/** Every change that a batch writes. */
export type BatchWrite = BatchChange | Extract<RunChange, { readonly change: 'side-call.end' }>;
