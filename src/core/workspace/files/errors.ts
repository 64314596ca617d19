import { refusals, type Refusal } from '../../kernel/refusal.ts';
import { say, type FileProblems } from './says.ts';

export const refuse = refusals<FileProblems>()('files', {
  invalid_path: 'invalid',
  outside_workspace: 'forbidden',
  not_a_file: 'conflict',
  file_too_large: 'too_large',
  file_not_found: 'not_found',
  file_exists: 'conflict',
  invalid_base64: 'invalid',
  not_permitted: 'forbidden',
  file_changed: 'conflict',
  change_stopped: 'conflict',
  not_text: 'impossible',
  letter_without_place: 'impossible',
  no_such_line: 'invalid',
  nothing_to_change: 'invalid',
  no_match: 'conflict',
  several_matches: 'conflict',
  run_wrote_too_much: 'too_large',
  member_files_full: 'too_large',
});

/** For an existing file that is too large to read or edit. */
export function tooLargeToRead(sizeBytes: number, mostBytes: number): Refusal {
  const facts = { sizeBytes, mostBytes };
  return refuse.file_too_large(facts, say('files.too_large_to_read', facts));
}
