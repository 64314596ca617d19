import { refusals } from '../../kernel/refusal.ts';
import type { CloudFileProblems } from './says.ts';

export const refuse = refusals<CloudFileProblems>()('cloud', {
  backup_files_are_not_for_tools: 'forbidden',
  backup_check_unclear: 'forbidden',
  cloud_id_invalid: 'invalid',
  cloud_input_incomplete: 'invalid',
  cloud_file_not_found: 'not_found',
  cloud_file_kind: 'impossible',
  cloud_file_too_large: 'too_large',
  cloud_file_not_permitted: 'forbidden',
  cloud_file_changed: 'conflict',
  cloud_text_not_found: 'conflict',
  cloud_range_unreadable: 'invalid',
  cloud_call_stopped: 'conflict',
  cloud_change_unclear: 'unavailable',
  secret_for_cloud: 'forbidden',
});
