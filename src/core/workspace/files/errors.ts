import {
  conflict,
  forbidden,
  impossible,
  invalid,
  notFound,
  refusals,
  tooLarge,
  type Refusal,
} from '../../kernel/refusal.ts';

export const refuse = refusals({
  invalid_path: invalid('The path must be relative to the workspace, like "notes/today.md".'),
  outside_workspace: forbidden(
    'The path leads out of the workspace, or through a link. Only real files inside it can be reached.',
  ),
  not_a_file: conflict('This path is not a file, or part of it is a file where a folder is needed.'),
  file_too_large: tooLarge('The content is larger than the limit for a file.'),
  file_not_found: notFound('There is nothing at this path in the workspace.'),
  file_exists: conflict('Something exists at the new path. Nothing was renamed or overwritten.'),
  invalid_base64: invalid('The content is not base64. Nothing was written.'),
  not_permitted: forbidden('The operating system does not permit the engine to read or change this.'),
  file_changed: conflict('The file was changed from outside meanwhile. Read it again, then edit it.'),
  change_stopped: conflict('This was stopped before it changed anything.'),
  not_text: impossible(
    'The file is not text that can be read, so it cannot be edited. It was left as it is.',
  ),
  letter_without_place: impossible(
    'The file is in Latin-1 (Windows-1252), and newString has a letter that this encoding does not have. Nothing was changed. Use other letters, or write the whole file anew, in UTF-8.',
  ),
  no_such_line: invalid('The file has fewer lines than that.'),
  nothing_to_change: invalid('oldString and newString are the same, so there is nothing to change.'),
  no_match: conflict('oldString does not occur in the file. Nothing was changed.'),
  several_matches: conflict('oldString occurs more than once in the file. Nothing was changed.'),
  run_wrote_too_much: tooLarge(
    'This run has reached its limit for written bytes. What it has written is kept.',
  ),
});

/** For an existing file that is too large to read or edit. */
export function tooLargeToRead(sizeBytes: number, mostBytes: number): Refusal {
  const detail =
    `The file has ${sizeBytes} bytes; up to ${mostBytes} can be read or edited. Nothing of it was read. ` +
    'Work with smaller files that hold the part you need, or ask your owner to split it.';
  return refuse.file_too_large({ sizeBytes, mostBytes }, detail);
}
