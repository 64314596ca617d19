import { refusals } from '../../kernel/refusal.ts';
import type { PersonProblems } from './says.ts';

export const refuse = refusals<PersonProblems>()('persons', {
  person_not_found: 'not_found',
  owner_stays: 'conflict',
  proxy_user_taken: 'conflict',
  handover_not_agreed: 'conflict',
  handover_to_self: 'invalid',
  still_at_work: 'conflict',
});
