import type { RunId } from '../../kernel/ids.ts';
import { changesetLimits } from './limits.ts';
import { refusals, type Refusal } from '../../kernel/refusal.ts';
import { refuse as refuseThread } from '../../conversation/threads/errors.ts';
import type { ReviewObstacle } from './model.ts';
import type { ChangesetProblems } from './says.ts';

export const refuse = refusals<ChangesetProblems>()('changesets', {
  changeset_run_required: 'conflict',
  changeset_run_stale: 'conflict',
  no_changeset: 'conflict',
  not_in_changeset: 'invalid',
  files_missing: 'invalid',
  files_only_for_partial: 'invalid',
  too_large_to_undo: 'too_large',
  changed_in_other_thread: 'conflict',
  half_of_rename: 'conflict',
  changes_pending: 'conflict',
  changes_not_undone: 'conflict',
  changed_meanwhile: 'conflict',
  changed_between: 'conflict',
  not_rolled_back: 'conflict',
  copy_damaged: 'conflict',
  no_such_part: 'conflict',
});

/** Why a review is refused, in words; `runId` is the run that holds the changes. */
export function refusedReview(obstacle: ReviewObstacle, runId: RunId | null): Refusal {
  if (obstacle.refused === 'run_in_progress') return refuseThread.run_in_progress({ runId });
  if (obstacle.refused === 'not_in_changeset')
    return refuse.not_in_changeset({ paths: obstacle.paths.slice(0, changesetLimits.pathsTold) });
  return refuse[obstacle.refused]({ runId });
}
