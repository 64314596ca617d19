import { refusals } from '../../kernel/refusal.ts';
import type { SecretProblems } from './says.ts';

export const refuse = refusals<SecretProblems>()('secrets', {
  secret_not_found: 'not_found',
  secret_not_for_host: 'impossible',
  invalid_secret: 'invalid',
  secret_unreadable: 'conflict',
  secret_hosts_changed: 'conflict',
  secret_not_trusted: 'conflict',
  vault_locked: 'conflict',
  rotation_in_progress: 'conflict',
  /** For the model. */
  secret_known: 'conflict',
});
