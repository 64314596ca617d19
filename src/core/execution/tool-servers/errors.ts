import { refusals } from '../../kernel/refusal.ts';
import type { ToolServerProblems } from './says.ts';

export const refuse = refusals<ToolServerProblems>()('server', {
  tool_server_not_found: 'not_found',
  tool_server_exists: 'conflict',
  tool_server_invalid: 'invalid',
  tool_server_program_missing: 'impossible',
  tool_server_away: 'unavailable',
  tool_server_failed: 'upstream',
  tool_server_address: 'invalid',
  tool_server_sign_in: 'unavailable',
  tool_server_no_sign_in: 'impossible',
  tool_changed: 'conflict',
  tool_not_found: 'not_found',
  tool_unseen: 'invalid',
  tool_changed_again: 'conflict',
  secret_for_tool_server: 'invalid',
});
