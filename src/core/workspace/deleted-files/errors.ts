import { refusals } from '../../kernel/refusal.ts';
import type { DeletedFileProblems } from './says.ts';

export const refuse = refusals<DeletedFileProblems>()('deleted_files', {
  deleted_file_not_found: 'not_found',
  too_large_to_keep: 'too_large',
});
