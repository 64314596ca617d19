import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { changesetReview, httpApi, errors } = heading;

/** Changes to files that wait for accept or rollback. */
export const ofChangesets = {
  'changesets.get': requirement(
    httpApi,
    'GET /api/sessions/:id/changeset gives pending file changes and the runId they belong to.',
  ),
  'changesets.review': requirement(
    httpApi,
    'POST /api/sessions/:id/changeset/review takes {action: accept, rollback or partial, runId, rolledBackFiles}.',
  ),
  'changesets.review.partial': requirement(
    httpApi,
    'rolledBackFiles is an array of paths, for partial only.',
  ),
  'changesets.pending': requirement(
    changesetReview,
    'Once changeset_ready was emitted the changes are pending.',
  ),
  'changesets.resolved': requirement(
    changesetReview,
    'A review whose runId is that of the run that holds the changes, while no run is in progress, resolves them.',
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
    'A rollback overwrites no file that was changed since by another hand, and says so for each.',
  ),
  'changesets.copy-first': requirement(
    'ours: behaviour',
    'No file is changed by a run before a copy of it is durable: whenever the process dies, all can be taken back.',
  ),
  'changesets.abort': requirement(
    'ours: behaviour',
    'After an abort no change of a file lands once the run has ended, and a review at that moment loses no copy.',
  ),
  'changesets.thread-deleted': requirement(
    'ours: behaviour',
    'A thread with unreviewed changes is deleted only when the query says whether they are kept or undone; no copy outlives it.',
  ),
  'changesets.rename': requirement(
    'ours: behaviour',
    'A review that keeps one half of a rename and not the other leaves both waiting.',
  ),
  'changesets.review.files': requirement(
    'ours: behaviour',
    'A review that names files decides these alone, and the others go on waiting.',
  ),
} satisfies Requirements;
