// Room: requests without tools that are answered later, by the provider's batch interface or one by one
// behind the runs. The intention is on disk before anything is sent; nothing is submitted twice.

import type { BatchId, PersonId } from '../../kernel/ids.ts';
import type { Price, Usage } from '../../ports/model.ts';
import type { Words } from '../../ports/words.ts';
import { runErrorOf, type RunError, type RunFailure } from '../runs/model.ts';
import { sayResult } from './says.ts';

/**
 * `submitting`: given to the provider, whose answer is not known. `submitted`: taken by the provider. `working`: its
 * requests are run one by one. `ended`: every request has its outcome. `failed`: the provider never took it, or its
 * results could not be had.
 */
export type BatchState = 'submitting' | 'submitted' | 'working' | 'ended' | 'failed';

/** Who submits a batch, and for whom. */
export interface Submitter {
  readonly person: PersonId;
  readonly principal: string;
}

/** Requests that are answered without a conversation, without tools, and not at once. */
export interface Batch {
  readonly batchId: BatchId;
  /** Who submitted it; others cannot see it. */
  readonly principal: string;
  readonly personId: PersonId;
  readonly state: BatchState;
  readonly requests: number;
  /** Set where the provider's batch interface is used, at its reduced price; null where requests are run one by one. */
  readonly provider: ProviderBatch | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

/** A batch in the provider's batch interface. */
export interface ProviderBatch {
  readonly model: string;
  readonly name: string;
  /** Where it was submitted. */
  readonly address: string;
  /** The provider's id; null while it is not known. */
  readonly batchId: string | null;
  readonly price: Price;
}

/** A batch that uses the provider's batch interface. */
export type WithProvider = Batch & { readonly provider: ProviderBatch };

export const isWithProvider = (batch: Batch): batch is WithProvider => batch.provider !== null;

export const REQUEST_STATUSES = [
  'waiting',
  'running',
  'succeeded',
  'errored',
  'canceled',
  'expired',
] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];
export type RequestOutcome = Exclude<RequestStatus, 'waiting' | 'running'>;

/** One request of a batch, in its place from 0. */
export interface BatchRequest {
  readonly place: number;
  /** The submitter's own. */
  readonly id: string;
  readonly task: string;
  /** Null: that of the engine. */
  readonly system: string | null;
  /** Estimated high. */
  readonly promptTokens: number;
  /** US dollars; 0 where the cost is reserved when the request is run. */
  readonly worstUsd: number;
}

/** What became of a request. */
export interface RequestResult {
  readonly status: RequestOutcome;
  /** What the model answered, also where that is no whole answer; null if it said nothing. */
  readonly text: string | null;
  /** Null for a whole answer. */
  readonly error: RunError | null;
  readonly usage: Usage;
  readonly costUsd: number;
}

/** The same before it is kept. */
export interface RequestEnd extends Omit<RequestResult, 'error'> {
  readonly error: RunFailure | null;
}

export const resultOf = ({ error, ...end }: RequestEnd, words: Words): RequestResult => ({
  ...end,
  error: error && runErrorOf(error, words),
});

/** How many requests there are of each kind; `processing` have no outcome. */
export interface RequestCounts {
  readonly processing: number;
  readonly succeeded: number;
  readonly errored: number;
  readonly canceled: number;
  readonly expired: number;
}

export const isOver = (state: BatchState): boolean => state === 'ended' || state === 'failed';

/** The name of a request at the provider. It proves whose batch it is: no other batch has such names. */
export const nameOf = (batchId: BatchId, place: number): string => `${batchId}-${place}`;

/** The place of the request with this name; null if it is not of this batch. */
export function placeIn(batchId: BatchId, name: string): number | null {
  const [, place] = new RegExp(`^${batchId}-(\\d{1,4})$`, 'u').exec(name) ?? [];
  return place === undefined ? null : Number(place);
}

export const UNKNOWN_OUTCOME: RunFailure = {
  code: 'outcome_unknown',
  says: [sayResult('batch.outcome_unknown')],
  retryable: true,
};
