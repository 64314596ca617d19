import { MIB } from '../../../core/kernel/bytes.ts';
import type { ToolRunProblems } from '../../../core/execution/tool-runs/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const toolRuns: Words<ToolRunProblems> = {
  'tool_runs.tool_run_not_found': 'No run of yours has this run_id. It may have been replaced by newer ones.',
  'tool_runs.tool_session_not_found':
    'No session of yours has this session_id. Start without one: the answer names a new session.',
  'tool_runs.tool_run_in_progress':
    'This session has a run in progress. Poll it, wait until it is done, or abort it; or start in another session.',
  'tool_runs.active_sessions_limit': ({ limit }) =>
    `${limit} sessions have a run in progress, which is the limit. Try again when one of them is done.`,
  'tool_runs.tracked_runs_limit': ({ limit }) =>
    `${limit} runs are in progress, which is the limit. Try again when one of them is done.`,
  'tool_runs.attachment_limit': ({ limit }) => `A file may have ${limit / MIB} MB. Nothing was started.`,
  'tool_runs.attachments_limit': ({ limit }) =>
    `The files of a run may have ${limit / MIB} MB together. Nothing was started.`,
  'tool_runs.attachments_number_limit': ({ limit }) =>
    `A run takes at most ${limit} files. Nothing was started.`,
  'tool_runs.not_base64':
    'The data of a file is not base64: send it padded, without white space. Nothing was started.',
  'tool_runs.other_size': ({ name, size, sizeBytes }) =>
    `The size of ${quoted(name)} was told as ${size} bytes, and its data decodes to ${sizeBytes}: size is that of the file before base64. Nothing was started.`,
  'tool_runs.files_folder_unusable':
    'No private folder could be made for the files. The log of the engine says why. Nothing was started.',
  'tool_runs.not_waiting': 'This run waits for no input. Poll it to see what it does.',
  'tool_runs.poll_again':
    'The question has changed since this run was polled last. Poll it again, and answer what it asks then.',
  'tool_runs.answered':
    'This question has had another answer before, so this one does not count. Poll the run again, and answer what it asks then.',
  'tool_runs.not_an_option': 'The answer must be one of the options.',
  'tool_runs.no_value': ({ saved, declined }) =>
    `This asks for a secret, whose value is never sent here. Answer "${saved}" once it is stored as the question says, or "${declined}".`,
  'tool_runs.once_only':
    'A consent that is given here is for this call alone: answer with one of the options. More is allowed by the owner, on the page or in a terminal.',
  'tool_runs.run_did_not_stop':
    'The run was told to stop, and has not ended yet. Poll it, and try again when it is done.',
  'tool_runs.resetting': 'This session is being reset. Start again when that is done.',
  'tool_runs.secret_file': 'Files with this name usually hold secrets, so they are not given out.',
  'tool_runs.output_file_limit': ({ limit }) => `Files up to ${limit / MIB} MB are given out.`,
  'tool_runs.not_with_a_run':
    'No file that came with a run of yours is at this path. Such files are kept as long as the run can be polled.',
  'tool_runs.elsewhere':
    'The path leads out of the folders whose files are given out, or through a link. Use a path of output_files, or one relative to the working directory.',
  'tool_runs.control': 'The path has a control character, and no file that is given out has one in its name.',
  'tool_runs.folder': 'The path ends with a slash, so it names a folder. Name a file in it.',
  'tool_runs.long': ({ bytes }) => `A name in the path has more than ${bytes} bytes, which no file can have.`,
  'tool_runs.plain':
    'The path must be one of output_files, or relative to the working directory, like "notes/today.md": without "..", "//" or a backslash.',
};
