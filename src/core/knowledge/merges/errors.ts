import { conflict, impossible, notFound, refusals, unavailable } from '../../kernel/refusal.ts';

/** A merge never tells what a store said. */
export const refuse = refusals({
  merge_not_found: notFound(
    'There is no record of this merge, so it cannot be taken back. Records are kept for 90 days.',
  ),
  merge_not_applied: conflict(
    'This merge did not complete, so nothing can be taken back from it. The engine finishes it at its next start.',
  ),
  merge_superseded: conflict(
    'The same two entries were merged again later. Only the newest record can take the merge back.',
  ),
  merge_not_in_effect: conflict(
    'This merge holds no more: it was taken back, or the entry was merged into another one since.',
  ),
  merge_chained: conflict(
    'The entry that was kept has itself been merged into another one since. Take that merge back first.',
  ),
  merge_entry_missing: conflict('One of the two entries does not exist any more.'),
  merge_conflict: conflict(
    'The graph was changed at the same moment, so nothing was done. Look at both entries and try again.',
  ),
  merge_failed: conflict(
    'The merge could not be written or taken back completely. The engine goes on with it at its next start.',
  ),
  merge_store_unavailable: unavailable(
    'This merge moved records or links of conversations, and the store that holds them is damaged or empty. Nothing was changed. Put datastore.db and history.db back from a backup, restart the engine, and try again.',
  ),
  merge_impossible: impossible('These two cannot be merged: they have to be two entries of one kind.'),
});
