import { saying, type Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface BatchProblems extends Plain<
  | 'batches.not_taken'
  | 'batches.batch_not_found'
  | 'batches.batch_empty'
  | 'batches.batch_ids_not_unique'
  | 'batches.batch_request_invalid'
> {
  'batches.batches_full': { limit: number };
  'batches.batch_too_large': {
    limit: 'requests' | 'idChars' | 'taskChars' | 'systemChars' | 'textBytes';
    most: number;
    given: number;
  };
  'batches.batch_too_expensive': { ceiling: string; leftUsd: number; limitUsd: number; worstUsd: number };
}

export const say = saying<BatchProblems>();
