import { refusals } from './refusal.ts';
import type { PeopleProblems } from './people-says.ts';

/** Refusals that any route may give. */
export const refusePeople = refusals<PeopleProblems>()('people', {
  not_signed_in: 'unauthenticated',
  owner_only: 'forbidden',
  scope_too_narrow: 'forbidden',
  /** A trusted proxy says that somebody asks who is nobody here. */
  proxy_user_unknown: 'forbidden',
  too_many_tries: 'limited',
  /** Of the owner, who has not let others use it. */
  not_usable: 'forbidden',
  /** Of what one has, which is being erased: nothing of theirs begins meanwhile. */
  own_erasure_running: 'conflict',
});
