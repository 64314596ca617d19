import type { RunId } from '../../kernel/ids.ts';
import { changesetLimits } from './limits.ts';
import { conflict, invalid, refusals, tooLarge, type Refusal } from '../../kernel/refusal.ts';
import { refuse as refuseThread } from '../../conversation/threads/errors.ts';
import type { ReviewObstacle } from './model.ts';

export const refuse = refusals({
  changeset_run_required: conflict(
    'The review must name the run that holds the changes: send the runId from GET …/changeset. Nothing was changed.',
  ),
  changeset_run_stale: conflict(
    'The changes belong to a later run: get them again with GET …/changeset, then review those. Nothing was changed.',
  ),
  no_changeset: conflict('No changes wait for review here.'),
  not_in_changeset: invalid(
    'The review names a path that is not among the changes to review; GET …/changeset lists them. Nothing was changed.',
  ),
  files_missing: invalid('A partial review needs rolledBackFiles, the paths to be rolled back.'),
  files_only_for_partial: invalid('rolledBackFiles is for a partial review only.'),
  too_large_to_undo: tooLarge(
    'The existing file is too large to copy, and without a copy the change could not be undone. Nothing was changed: use another file, or ask your owner to move this one away.',
  ),
  changed_in_other_thread: conflict(
    'Another thread has changed this file since, and those changes also wait for review. Undo those first, then these.',
  ),
  half_of_rename: conflict(
    'This file was moved, and the review keeps only half of the move: the content would be lost. Keep both paths, or undo both.',
  ),
  changes_pending: conflict(
    'Runs of this thread have changed files that wait for review. Send changes=keep to keep the files as they are, or changes=undo to undo the changes first. Nothing was deleted.',
  ),
  changes_not_undone: conflict(
    'Some of the changes could not be undone, so the thread was not deleted; the others are undone. Review the remaining ones, or delete the thread with changes=keep.',
  ),
  changed_meanwhile: conflict(
    'The file was changed outside of the run since, and rolling back would destroy that change. It was left as it is: accept it, or move it away and roll back again.',
  ),
  changed_between: conflict(
    'The file was changed outside of the runs between two of them. It was rolled back to that change: accept it, or move it away and roll back again to its state before.',
  ),
  not_rolled_back: conflict(
    'The file could not be changed; the engine log says why. It was left as it is: review it again.',
  ),
  copy_damaged: conflict(
    'The copy of this file’s earlier state is missing or damaged, so it was left as it is. Accept it to go on.',
  ),
});

/** Why a review is refused, in words; `runId` is the run that holds the changes. */
export function refusedReview(obstacle: ReviewObstacle, runId: RunId | null): Refusal {
  if (obstacle.refused === 'run_in_progress') return refuseThread.run_in_progress({ runId });
  if (obstacle.refused === 'not_in_changeset')
    return refuse.not_in_changeset({ paths: obstacle.paths.slice(0, changesetLimits.pathsTold) });
  return refuse[obstacle.refused]({ runId });
}
