import { refusals } from './refusal.ts';
import type { PeopleProblems } from './people-says.ts';

/** Refusals that any route may give. */
export const refusePeople = refusals<PeopleProblems>()('people', {
  not_signed_in: 'unauthenticated',
  owner_only: 'forbidden',
  scope_too_narrow: 'forbidden',
});
