import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** Why something is refused. A run or session of another principal is refused in the same words as one that never existed. */
export interface ToolRunProblems extends Plain<
  | 'tool_runs.tool_run_not_found'
  | 'tool_runs.tool_session_not_found'
  | 'tool_runs.tool_run_in_progress'
  | 'tool_runs.not_base64'
  | 'tool_runs.files_folder_unusable'
  | 'tool_runs.not_waiting'
  | 'tool_runs.poll_again'
  | 'tool_runs.answered'
  | 'tool_runs.not_an_option'
  | 'tool_runs.once_only'
  | 'tool_runs.run_did_not_stop'
  | 'tool_runs.resetting'
  | 'tool_runs.secret_file'
  | 'tool_runs.not_with_a_run'
  | 'tool_runs.elsewhere'
  | 'tool_runs.control'
  | 'tool_runs.folder'
  | 'tool_runs.plain'
> {
  'tool_runs.active_sessions_limit': { limit: number };
  'tool_runs.tracked_runs_limit': { limit: number };
  'tool_runs.attachment_limit': { limit: number };
  'tool_runs.attachments_limit': { limit: number };
  'tool_runs.attachments_number_limit': { limit: number };
  'tool_runs.other_size': { name: Quoted; size: number; sizeBytes: number };
  'tool_runs.no_value': { saved: string; declined: string };
  'tool_runs.output_file_limit': { limit: number };
  'tool_runs.long': { bytes: number };
}

export const say = saying<ToolRunProblems>();
