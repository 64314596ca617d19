import { refusals } from '../../kernel/refusal.ts';
import type { PeopleProblems } from './says.ts';

/** Refusals that any route may give. */
export const refuse = refusals<PeopleProblems>()('people', {
  not_signed_in: 'unauthenticated',
  owner_only: 'forbidden',
  scope_too_narrow: 'forbidden',
});
