import { refusals } from '../../kernel/refusal.ts';
import type { ConsentProblems } from './says.ts';

export const refuse = refusals<ConsentProblems>()('consent', {
  consent_not_found: 'not_found',
  invalid_consent: 'invalid',
  /** For the model. */
  consent_denied: 'forbidden',
  /** For the model: the owner cannot be asked. */
  consent_missing: 'forbidden',
  /** For the model: what the yes was about is another by now. */
  consent_outdated: 'conflict',
});
