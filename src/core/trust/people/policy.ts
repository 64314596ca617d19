import { refusePeople as refuse } from '../../kernel/people-refusals.ts';
import type { Asker, Scope, Who } from './model.ts';

/** What a row says of who may ask for it. */
export interface Guarded {
  readonly who: Exclude<Who, 'open'>;
  /** Absent: as `scopeFor` says. */
  readonly needs?: Scope;
  /** It only shows something. */
  readonly reads: boolean;
}

/**
 * Whether this one may ask for it. Every way in asks this, at one place: of a route, and of a tool of the tool server.
 *
 * - `open`: everybody, without saying who they are; this is not called for it.
 * - `owner`: the owner of the engine.
 * - `person`: everybody who is signed in. All see the same, or their own and what is shared.
 * - `starter`: everybody who is signed in, and of things only their own: services and stores take the person and answer for
 *   others' things as for unknown ones.
 *
 * @throws Refusal not_signed_in, owner_only, scope_too_narrow
 */
export function admit<One extends Pick<Asker, 'role' | 'scopes'>>(row: Guarded, asker: One | null): One {
  if (asker === null) throw refuse.not_signed_in();
  if (row.who === 'owner' && asker.role !== 'owner') throw refuse.owner_only();
  const needs = scopeFor(row);
  if (!asker.scopes.includes(needs)) throw refuse.scope_too_narrow({ needs });
  return asker;
}

/** What only shows needs `read`; but what the owner alone may see has keys and everything that is stored, and needs `manage`. */
export const scopeFor = ({ who, needs, reads }: Guarded): Scope =>
  needs ?? (reads && who !== 'owner' ? 'read' : 'manage');
