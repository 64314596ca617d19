import { saying } from '../../kernel/says.ts';

/** Why nothing is deleted for its age. */
export interface ExpiryProblems {
  'expiry.waiting': { isAhead: boolean; days: number; hours: number };
}

export const say = saying<ExpiryProblems>();
