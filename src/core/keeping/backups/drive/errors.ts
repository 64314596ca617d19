import { refusals } from '../../../kernel/refusal.ts';
import type { DriveProblems } from './says.ts';

export const refuse = refusals<DriveProblems>()('drive', {
  drive_full: 'storage_full',
  upload_altered: 'upstream',
  drive_file_gone: 'not_found',
  drive_backup_not_found: 'not_found',
  drive_backup_unusable: 'impossible',
  root_file_unreadable: 'storage',
  root_unclear: 'upstream',
  no_new_id: 'upstream',
  listing_too_long: 'upstream',
  upload_not_possible: 'conflict',
});
