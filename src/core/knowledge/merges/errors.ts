import { refusals } from '../../kernel/refusal.ts';
import type { MergeProblems } from './says.ts';

/** A merge never tells what a store said. */
export const refuse = refusals<MergeProblems>()('merges', {
  merge_not_found: 'not_found',
  merge_not_applied: 'conflict',
  merge_superseded: 'conflict',
  merge_not_in_effect: 'conflict',
  merge_chained: 'conflict',
  merge_entry_missing: 'conflict',
  merge_conflict: 'conflict',
  merge_failed: 'conflict',
  merge_store_unavailable: 'unavailable',
  merge_impossible: 'impossible',
});
