import { refusals } from '../../kernel/refusal.ts';
import type { BackupProblems } from './says.ts';

export const refuse = refusals<BackupProblems>()('backups', {
  backup_not_found: 'not_found',
  operation_in_progress: 'conflict',
  backup_space: 'storage_full',
  backup_folder: 'unavailable',
  backup_unusable: 'impossible',
  backup_key_invalid: 'invalid',
  backup_exists: 'conflict',
  archive_unusable: 'impossible',
  restore_not_found: 'not_found',
});
