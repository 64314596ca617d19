import {
  conflict,
  forbidden,
  invalid,
  notFound,
  refusalsInText,
  tooLarge,
  unavailable,
} from '../../kernel/refusal.ts';
import { MIB } from '../../kernel/bytes.ts';
import { toolRunLimits } from './limits.ts';

const { activeSessions, trackedRuns, fileBytes, allFileBytes, files, readBytes } = toolRunLimits;

/** A run or session of another principal is refused in the same words as one that never existed. */
export const refuse = refusalsInText({
  tool_run_not_found: notFound('No run of yours has this run_id. It may have been replaced by newer ones.'),
  tool_session_not_found: notFound(
    'No session of yours has this session_id. Start without one: the answer names a new session.',
  ),
  tool_run_in_progress: conflict(
    'This session has a run in progress. Poll it, wait until it is done, or abort it; or start in another session.',
  ),
  active_sessions_limit: conflict(
    `${activeSessions} sessions have a run in progress, which is the limit. Try again when one of them is done.`,
  ),
  tracked_runs_limit: conflict(
    `${trackedRuns} runs are in progress, which is the limit. Try again when one of them is done.`,
  ),
  attachment_limit: tooLarge(`A file may have ${fileBytes / MIB} MB. Nothing was started.`),
  attachments_limit: tooLarge(
    `The files of a run may have ${allFileBytes / MIB} MB together. Nothing was started.`,
  ),
  attachments_number_limit: tooLarge(`A run takes at most ${files} files. Nothing was started.`),
  attachment_invalid: invalid('The data of a file must be base64, of the given size. Nothing was started.'),
  files_folder_unusable: unavailable(
    'No private folder could be made for the files. The log of the engine says why. Nothing was started.',
  ),
  not_waiting: conflict('This run waits for no input. Poll it to see what it does.'),
  poll_again: conflict(
    'The question has changed since this run was polled last. Poll it again, and answer what it asks then.',
  ),
  not_an_option: invalid('The answer must be one of the options.'),
  run_did_not_stop: unavailable(
    'The run was told to stop, and has not ended yet. Poll it, and try again when it is done.',
  ),
  secret_file: forbidden('Files with this name usually hold secrets, so they are not given out.'),
  output_file_limit: tooLarge(`Files up to ${readBytes / MIB} MB are given out.`),
});
