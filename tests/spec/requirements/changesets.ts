import { heading } from './headings.ts';
import { long, quick, type Requirements } from './requirement.ts';

const { changesetReview, httpApi, errors } = heading;

/** File changes that wait for accept or rollback. */
export const ofChangesets = [
  quick(httpApi, {
    'changesets.get':
      'GET /api/sessions/:id/changeset returns the pending file changes and the runId they belong to.',
    'changesets.review':
      'POST /api/sessions/:id/changeset/review takes {action: accept, rollback or partial, runId, rolledBackFiles}.',
    'changesets.review.partial': 'rolledBackFiles is an array of paths, for partial only.',
  }),
  quick('ours: contract', {
    'changesets.list':
      'GET /api/changesets lists every conversation with unreviewed changes and no run at work, archived ones and those of steps included.',
  }),
  quick(changesetReview, {
    'changesets.pending': 'Changes are pending once changeset_ready was emitted.',
    'changesets.resolved':
      'A review with the runId of the run that holds the changes, while no run is in progress, resolves them.',
  }),
  quick([changesetReview, errors], {
    'changesets.run-id.missing': 'A review without runId is 409, and the changes stay pending.',
    'changesets.run-id.earlier': 'A review that names an earlier run is 409, and the changes stay pending.',
    'changesets.run-in-progress': 'A review while a run is in progress is 409, and the changes stay pending.',
  }),
  quick(['ours: promise R29', 'ours: behaviour'], {
    'changesets.foreign-edits':
      'A rollback never overwrites a file that was changed from outside since, and reports each such file.',
  }),
  quick('ours: behaviour', {
    'changesets.others': 'A pending file that others changed, too, says so: over HTTP and on the terminal.',
    'changesets.not-written':
      'A change that the disk refused waits for no review, and no copy of it is kept.',
    'changesets.abort':
      'After an abort, no file change lands once the run has ended, and a review at that moment loses no copy.',
    'changesets.thread-deleted':
      'A thread with unreviewed changes is deleted only when the query says whether to keep or undo them; the copies are deleted with it.',
    'changesets.rename': 'A review that keeps one half of a rename but not the other leaves both pending.',
    'changesets.undo-part':
      'One part of what runs changed in a file can be undone; the rest waits for review, and all of it can still be undone.',
    'changesets.last-run':
      'Of a file that several runs changed, what the last one changed is told as well, and each part of it can be undone.',
    'changesets.kept.way-back':
      'What a file was before kept changes is among the deleted files from the moment of the review; it can take the place of the file, which becomes an earlier version in turn.',
    'changesets.review.files': 'A review that names files resolves only those; the others stay pending.',
  }),
  long('ours: behaviour', {
    'changesets.copy-first':
      'A run changes a file only after a copy of it is durable: all changes can be rolled back whenever the process dies.',
  }),
] satisfies Requirements;
