import type { RunId } from '../kernel/ids.ts';
import { changesetLimits } from './limits.ts';
import { conflict, invalid, refusals, tooLarge, type Refusal } from '../kernel/refusal.ts';
import { refuse as refuseThread } from '../threads/errors.ts';
import type { ReviewObstacle } from './model.ts';

export const refuse = refusals({
  changeset_run_required: conflict(
    'The review has to name the run that holds the changes: send the runId that GET …/changeset tells. Nothing was changed.',
  ),
  changeset_run_stale: conflict(
    'The changes belong to another run by now: look at them again with GET …/changeset, then review those. Nothing was changed.',
  ),
  no_changeset: conflict('There are no changes here that wait for review.'),
  not_in_changeset: invalid(
    'The review names a path that is not among the changes to be decided, as GET …/changeset lists them. Nothing was changed.',
  ),
  files_missing: invalid('A partial review needs rolledBackFiles, the paths to be rolled back.'),
  files_only_for_partial: invalid('rolledBackFiles is for a partial review only.'),
  too_large_to_undo: tooLarge(
    'What is there is too large for a copy of it to be kept, and without one the change could not be taken back. Nothing was changed: use another file, or ask your owner to move this one away.',
  ),
  changed_in_other_thread: conflict(
    'Another thread has changed this file since, and its changes wait for review, too. Take those back first, then these.',
  ),
  half_of_rename: conflict(
    'This file was moved, and the review keeps only one half of that: the content would be lost. Keep both paths, or take both back.',
  ),
  changes_pending: conflict(
    'Runs of this thread have changed files that wait for review. Say changes=keep to keep the files as they are, or changes=undo to take the changes back first. Nothing was deleted.',
  ),
  changes_not_undone: conflict(
    'Some of the changes could not be taken back, so the thread was not deleted; the others are taken back. Review what is left, or delete the thread with changes=keep.',
  ),
  changed_meanwhile: conflict(
    'Somebody else has changed this file after the run, and rolling back would destroy that. It was left as it is: accept it, or move it away and roll back again.',
  ),
  changed_between: conflict(
    'Somebody else had changed this file between two runs. It was rolled back to what they had made of it: accept that, or move it away and roll back again for how it was before.',
  ),
  not_rolled_back: conflict(
    'The file could not be changed, and the engine log says why. It was left as it is: review it again.',
  ),
  copy_damaged: conflict(
    'The copy of how this file was is missing or damaged, so it was left as it is. Accept it to go on.',
  ),
});

/** Why a review is not carried out, in words; `runId` is the one that holds the changes. */
export function refusedReview(obstacle: ReviewObstacle, runId: RunId | null): Refusal {
  if (obstacle.refused === 'run_in_progress') return refuseThread.run_in_progress({ runId });
  if (obstacle.refused === 'not_in_changeset')
    return refuse.not_in_changeset({ paths: obstacle.paths.slice(0, changesetLimits.pathsTold) });
  return refuse[obstacle.refused]({ runId });
}
