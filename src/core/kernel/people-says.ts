import type { Plain } from './says.ts';

/** Why somebody is refused. */
export interface PeopleProblems extends Plain<
  | 'people.not_signed_in'
  | 'people.owner_only'
  | 'people.proxy_user_unknown'
  | 'people.not_usable'
  | 'people.own_erasure_running'
> {
  'people.too_many_tries': { minutes: number };
  'people.secret_not_usable': { name: string };
  'people.scope_too_narrow': { needs: 'read' | 'run' | 'manage' };
}
