import { saying, type Plain, type Says } from '../../kernel/says.ts';

/** Why something is refused. */
export interface BatchProblems extends Plain<
  | 'batches.not_taken'
  | 'batches.batch_not_found'
  | 'batches.batch_empty'
  | 'batches.batch_ids_not_unique'
  | 'batches.batch_request_invalid'
> {
  /** `isShare`: only the part of the members is used up, of which one may have so many. */
  'batches.batches_full': { limit: number; isShare: boolean };
  'batches.batch_too_large': {
    limit: 'requests' | 'idChars' | 'taskChars' | 'systemChars' | 'textBytes';
    most: number;
    given: number;
  };
  'batches.batch_too_expensive': { ceiling: string; leftUsd: number; limitUsd: number; worstUsd: number };
}

/** What became of a batch, or of one of its requests. */
export interface BatchResults extends Plain<
  | 'batch.elsewhere'
  | 'batch.missing'
  | 'batch.cut'
  | 'batch.refused'
  | 'batch.canceled'
  | 'batch.expired'
  | 'batch.stopped'
  | 'batch.outcome_unknown'
  | 'batch.unnamed'
  | 'batch.fetching_stopped'
  | 'batch.searched'
  | 'batch.not_submitted'
  | 'batch.unlisted'
  | 'batch.too_dear'
  | 'batch.broke'
> {
  'batch.outcome_unlearned': { why: readonly Says[] };
}

export const sayResult = saying<BatchResults>();

export const say = saying<BatchProblems>();
