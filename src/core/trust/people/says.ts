import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface PersonProblems extends Plain<
  | 'persons.person_not_found'
  | 'persons.owner_stays'
  | 'persons.proxy_user_taken'
  | 'persons.handover_not_agreed'
  | 'persons.handover_to_self'
  | 'persons.still_at_work'
> {}
