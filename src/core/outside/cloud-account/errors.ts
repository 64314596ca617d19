import { refusals } from '../../kernel/refusal.ts';
import type { AccountProblems } from './says.ts';

export const refuse = refusals<AccountProblems>()('account', {
  client_missing: 'impossible',
  connection_in_progress: 'conflict',
  not_connected: 'conflict',
  scope_missing: 'conflict',
  access_revoked: 'conflict',
  client_refused: 'upstream',
  login_denied: 'conflict',
  login_expired: 'conflict',
  login_ended: 'conflict',
  scopes_not_offered: 'upstream',
  cloud_busy: 'unavailable',
  cloud_unavailable: 'unavailable',
  cloud_refused: 'upstream',
  not_hosted: 'conflict',
  hosted: 'conflict',
  claim_refused: 'upstream',
});
