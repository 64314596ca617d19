import type { Whose } from '../../trust/people/model.ts';
import type { GrantId } from '../../kernel/ids.ts';
import type { Grant } from './model.ts';

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface GrantStore {
  get(whose: Whose, grantId: GrantId): Promise<Grant | null>;
  /**
   * The grants in force at this time, newest first: neither expired nor revoked. A grant dated later than `now` does not
   * count: the clock was set back, so its age is unknown.
   */
  inForce(whose: Whose, now: number): Promise<readonly Grant[]>;
}

export type ConsentChange =
  /** Refused (`JournalConflict`) if its thread does not exist. */
  | { readonly change: 'grant.give'; readonly grant: Grant }
  /** Only the first one counts; an unknown id is ignored. */
  | { readonly change: 'grant.revoke'; readonly grantId: GrantId; readonly at: number }
  /** What a trigger or a workflow says that it may do goes with the consent: a later change must not bring it back. */
  | { readonly change: 'grant.leaves-trigger'; readonly grantId: GrantId };
