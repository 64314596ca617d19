import type { FileProblems } from '../../../core/workspace/files/says.ts';
import type { ChangesetProblems } from '../../../core/workspace/changesets/says.ts';
import type { AttachmentProblems } from '../../../core/workspace/attachments/says.ts';
import type { ArtifactProblems } from '../../../core/workspace/artifacts/says.ts';
import type { DeletedFileProblems } from '../../../core/workspace/deleted-files/says.ts';
import type { Words } from '../says.ts';
import { counted, quoted } from './forms.ts';

export const workspace: Words<
  DeletedFileProblems & ArtifactProblems & AttachmentProblems & ChangesetProblems & FileProblems
> = {
  'deleted_files.deleted_file_not_found':
    'No deleted file has this id. It was brought back, or went for good after its time.',
  'deleted_files.too_large_to_keep':
    'The file is too large to be kept for an undo. Nothing was deleted: send permanently=true to delete it for good.',

  'artifacts.content_damaged':
    'The content of this artifact is missing or damaged on the disk. A backup may have it; its other versions can be read.',
  'artifacts.artifact_not_found': 'No artifact has this id. GET /api/artifacts lists them.',
  'artifacts.invalid_artifact': 'An artifact needs a title and a content that are not empty.',
  'artifacts.artifact_changed': 'The artifact was changed meanwhile. Read it again, then repeat the change.',
  'artifacts.artifact_version_gone': ({ versions }) =>
    `This version is not kept: of each artifact the newest ${versions} are.`,
  'artifacts.artifact_too_large': ({ mb }) => `An artifact has at most ${mb} MB of text.`,

  'attachments.unusable': ({ path, why }, tell) =>
    `The attachment ${quoted(path)} cannot be used. ${tell(why)} Nothing was started.`,
  'attachments.too_large': ({ sizeBytes, mostBytes }) =>
    `It has ${sizeBytes} bytes, and an attachment may have ${mostBytes}: name its path in the task instead.`,

  'changesets.changeset_run_required':
    'The review must name the run that holds the changes: send the runId from GET …/changeset. Nothing was changed.',
  'changesets.changeset_run_stale':
    'The changes belong to a later run: get them again with GET …/changeset, then review those. Nothing was changed.',
  'changesets.no_changeset': 'No changes wait for review here.',
  'changesets.not_in_changeset':
    'The review names a path that is not among the changes to review; GET …/changeset lists them. Nothing was changed.',
  'changesets.files_missing': 'A partial review needs rolledBackFiles, the paths to be rolled back.',
  'changesets.files_only_for_partial': 'rolledBackFiles is for a partial review only.',
  'changesets.too_large_to_undo':
    'The existing file is too large to copy, and without a copy the change could not be undone. Nothing was changed: use another file, or ask your owner to move this one away.',
  'changesets.changed_in_other_thread':
    'Another thread has changed this file since, and those changes also wait for review. Undo those first, then these.',
  'changesets.half_of_rename':
    'This file was moved, and the review keeps only half of the move: the content would be lost. Keep both paths, or undo both.',
  'changesets.changes_pending':
    'Runs of this thread have changed files that wait for review. Send changes=keep to keep the files as they are, or changes=undo to undo the changes first. Nothing was deleted.',
  'changesets.changes_not_undone':
    'Some of the changes could not be undone, so the thread was not deleted; the others are undone. Review the remaining ones, or delete the thread with changes=keep.',
  'changesets.changed_meanwhile':
    'The file was changed outside of the run since, and rolling back would destroy that change. It was left as it is: accept it, or move it away and roll back again.',
  'changesets.changed_between':
    'The file was changed outside of the runs between two of them. It was rolled back to that change: accept it, or move it away and roll back again to its state before.',
  'changesets.not_rolled_back':
    'The file could not be changed; the engine log says why. It was left as it is: review it again.',
  'changesets.copy_damaged':
    'The copy of this file’s earlier state is missing or damaged, so it was left as it is. Accept it to go on.',
  'changesets.no_such_part':
    'The file has no such change any more. Nothing was changed: look at its changes again.',

  'files.invalid_path': 'The path must be relative to the workspace, like "notes/today.md".',
  'files.outside_workspace':
    'The path leads out of the workspace, or through a link. Only real files inside it can be reached.',
  'files.not_a_file': 'This path is not a file, or part of it is a file where a folder is needed.',
  'files.file_too_large': 'The content is larger than the limit for a file.',
  'files.file_not_found': 'There is nothing at this path in the workspace.',
  'files.file_exists': 'Something exists at the new path. Nothing was renamed or overwritten.',
  'files.invalid_base64': 'The content is not base64. Nothing was written.',
  'files.not_permitted': 'The operating system does not permit the engine to read or change this.',
  'files.file_changed': 'The file was changed from outside meanwhile. Read it again, then edit it.',
  'files.change_stopped': 'This was stopped before it changed anything.',
  'files.not_text': 'The file is not text that can be read, so it cannot be edited. It was left as it is.',
  'files.letter_without_place':
    'The file is in Latin-1 (Windows-1252), and newString has a letter that this encoding does not have. Nothing was changed. Use other letters, or write the whole file anew, in UTF-8.',
  'files.nothing_to_change': 'oldString and newString are the same, so there is nothing to change.',
  'files.too_large_to_read': ({ sizeBytes, mostBytes }) =>
    `The file has ${sizeBytes} bytes; up to ${mostBytes} can be read or edited. Nothing of it was read. Work with smaller files that hold the part you need, or ask your owner to split it.`,
  'files.same_names': 'Too many files in this folder have this name. Nothing was written.',
  'files.no_line': ({ lines, line }) =>
    `The file has ${counted(lines, 'line')}, so there is no line ${line}.`,
  'files.matches': ({ count, lines, hasMore }) =>
    `oldString occurs ${count} times, in the lines ${lines.join(', ')}${hasMore ? ' and more' : ''}. Nothing was changed. Make it longer, so that it occurs once, or set replaceAll to change every one.`,
  'files.nearest': ({ line }) =>
    `oldString does not occur in the file. Nothing was changed. ${line === null ? 'No line is similar to it. Read the file again with read_file.' : `The nearest to its first line is line ${line}. Read it with read_file, offset ${line}, and copy it exactly, including white space.`}`,
  'files.member_files_full': ({ gb, isShared }) =>
    isShared
      ? `There is no room left in the folder shared: members may fill ${gb} GB of it. Nothing was stored. Delete something there, or ask the owner of the engine for more room.`
      : `Your files may take ${gb} GB, and this would be more. Nothing was stored. Delete some of your files or artifacts, or ask the owner of the engine for more room.`,
  'files.run_wrote_too_much': ({ left, bytes }) =>
    `One run may write 100 MB to the workspace, all its files together. It has ${left} bytes left, and this takes ${bytes}. Nothing was written; end here, and go on in another run.`,
};
