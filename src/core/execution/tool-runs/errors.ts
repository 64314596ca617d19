import { refusals } from '../../kernel/refusal.ts';
import type { ToolRunProblems } from './says.ts';

export const refuse = refusals<ToolRunProblems>()('tool_runs', {
  tool_run_not_found: 'not_found',
  tool_session_not_found: 'not_found',
  tool_run_in_progress: 'conflict',
  active_sessions_limit: 'conflict',
  tracked_runs_limit: 'conflict',
  attachment_limit: 'too_large',
  attachments_limit: 'too_large',
  attachments_number_limit: 'too_large',
  attachment_invalid: 'invalid',
  files_folder_unusable: 'unavailable',
  not_waiting: 'conflict',
  poll_again: 'conflict',
  not_an_option: 'invalid',
  run_did_not_stop: 'unavailable',
  secret_file: 'forbidden',
  output_file_limit: 'too_large',
});
