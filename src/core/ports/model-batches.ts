import type { Says } from '../kernel/says.ts';
import type { Billed, Model, ModelRequest, Price } from './model.ts';

/** A failure of a provider: a stable code, and what people are told, which quotes no key. */
export interface BatchFailure {
  readonly code: string;
  readonly says: readonly Says[];
  /** The same may succeed if it is repeated. */
  readonly retryable: boolean;
}

/** One request of a batch. Its name is unique in the batch: letters, digits, `_` and `-`, 64 at most. */
export interface BatchedRequest {
  readonly name: string;
  readonly request: ModelRequest;
}

export type Submission =
  /** `batchId` is the provider's. */
  | { readonly kind: 'accepted'; readonly batchId: string }
  /** The provider did not take it; nothing will be billed. */
  | { readonly kind: 'refused'; readonly failure: BatchFailure }
  /** Nothing came back that says whether it was taken. It may be billed. */
  | { readonly kind: 'unknown'; readonly failure: BatchFailure }
  /** This server has no batch interface. */
  | { readonly kind: 'none' };

export type BatchLook =
  | { readonly kind: 'processing' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'missing' }
  | Failed;

/** A batch of the provider's list. */
export interface ListedBatch {
  readonly batchId: string;
  readonly requests: number;
  readonly hasEnded: boolean;
}

export type BatchList =
  | { readonly kind: 'list'; readonly batches: readonly ListedBatch[] }
  | { readonly kind: 'none' }
  | Failed;

interface Failed {
  readonly kind: 'failed';
  readonly failure: BatchFailure;
}

export type BatchItem =
  | {
      readonly kind: 'result';
      readonly name: string;
      readonly result: BatchResult;
    }
  /** The last item, always there: `failure` is null if every result came. */
  | { readonly kind: 'end'; readonly failure: BatchFailure | null };

/** What became of one request. What was spent is at the price of batches. */
export type BatchResult =
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly stop: 'end_turn' | 'output_limit' | 'refused' | 'tool_use';
      readonly spent: Billed;
    }
  | { readonly kind: 'errored'; readonly failure: BatchFailure; readonly spent: Billed }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'expired' };

/** What pricing results needs to know about the batch as it was submitted. */
export interface BatchBilling {
  readonly price: Price;
  /** An estimate of the tokens of the request with this name, for an answer whose tokens were not counted. */
  readonly promptTokens: (name: string) => number;
}

/**
 * The batch interface of a provider, with the model and the key that are configured now. Each method sends its requests
 * once, to the configured address and no other, and never throws; it ends at once when `signal` aborts. Everything but
 * `submit` may be repeated.
 */
export interface ModelBatches extends Pick<Model, 'id' | 'provider' | 'contextWindow' | 'outputLimit'> {
  /** US dollars for requests of a batch. */
  readonly price: Price;
  /** Where the batches are; a batch can be found only at the address that took it. */
  readonly address: string;
  submit(requests: readonly BatchedRequest[], signal: AbortSignal): Promise<Submission>;
  /** `batchId` is the provider's, here and below. */
  look(batchId: string, signal: AbortSignal): Promise<BatchLook>;
  /** Of a batch that has ended, in any order. Breaking out of the loop frees the connection. */
  results(batchId: string, billing: BatchBilling, signal: AbortSignal): AsyncIterable<BatchItem>;
  /** Batches made at `since` (wall clock, milliseconds) or later; a bounded number, the newest. */
  recent(since: number, signal: AbortSignal): Promise<BatchList>;
}

export interface BatchGateway {
  /**
   * The batch interface of the model of conversations; null where its provider has none.
   * @throws Refusal of core/instance/models/errors.ts if the configuration cannot be used or is incomplete
   */
  openBatches(): Promise<ModelBatches | null>;
}

/** Batches cost half, and cache nothing; a price that is only assumed stays as it is. */
export function batchPrice({ search: _none, long, ...price }: Price, isKnown: boolean): Price {
  const share = isKnown ? 0.5 : 1;
  const tokens = (of: Omit<Price, 'search' | 'long'>) => ({
    input: of.input * share,
    output: of.output * share,
    cacheRead: of.cacheRead * share,
    cacheWrite: of.input * share,
  });
  return { ...tokens(price), ...(long ? { long: { above: long.above, ...tokens(long) } } : {}) };
}
