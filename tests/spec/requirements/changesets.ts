import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { changesetReview, httpApi, errors } = heading;

/** File changes that wait for accept or rollback. */
export const ofChangesets = {
  'changesets.get': requirement(
    httpApi,
    'GET /api/sessions/:id/changeset returns the pending file changes and the runId they belong to.',
  ),
  'changesets.list': requirement(
    'ours: contract',
    'GET /api/changesets lists every conversation with unreviewed changes and no run at work, archived ones and those of steps included.',
  ),
  'changesets.review': requirement(
    httpApi,
    'POST /api/sessions/:id/changeset/review takes {action: accept, rollback or partial, runId, rolledBackFiles}.',
  ),
  'changesets.review.partial': requirement(
    httpApi,
    'rolledBackFiles is an array of paths, for partial only.',
  ),
  'changesets.pending': requirement(changesetReview, 'Changes are pending once changeset_ready was emitted.'),
  'changesets.resolved': requirement(
    changesetReview,
    'A review with the runId of the run that holds the changes, while no run is in progress, resolves them.',
  ),
  'changesets.run-id.missing': requirement(
    [changesetReview, errors],
    'A review without runId is 409, and the changes stay pending.',
  ),
  'changesets.run-id.earlier': requirement(
    [changesetReview, errors],
    'A review that names an earlier run is 409, and the changes stay pending.',
  ),
  'changesets.run-in-progress': requirement(
    [changesetReview, errors],
    'A review while a run is in progress is 409, and the changes stay pending.',
  ),
  'changesets.foreign-edits': requirement(
    ['ours: promise R29', 'ours: behaviour'],
    'A rollback never overwrites a file that was changed from outside since, and reports each such file.',
  ),
  'changesets.others': requirement(
    'ours: behaviour',
    'A pending file that others changed, too, says so: over HTTP and on the terminal.',
  ),
  'changesets.not-written': requirement(
    'ours: behaviour',
    'A change that the disk refused waits for no review, and no copy of it is kept.',
  ),
  'changesets.copy-first': requirement(
    'ours: behaviour',
    'A run changes a file only after a copy of it is durable: all changes can be rolled back whenever the process dies.',
    'long',
  ),
  'changesets.abort': requirement(
    'ours: behaviour',
    'After an abort, no file change lands once the run has ended, and a review at that moment loses no copy.',
  ),
  'changesets.thread-deleted': requirement(
    'ours: behaviour',
    'A thread with unreviewed changes is deleted only when the query says whether to keep or undo them; the copies are deleted with it.',
  ),
  'changesets.rename': requirement(
    'ours: behaviour',
    'A review that keeps one half of a rename but not the other leaves both pending.',
  ),
  'changesets.review.files': requirement(
    'ours: behaviour',
    'A review that names files resolves only those; the others stay pending.',
  ),
} satisfies Requirements;
