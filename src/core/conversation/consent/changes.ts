import type { GrantId } from '../../kernel/ids.ts';
import type { Grant } from './model.ts';

export type ConsentChange =
  /** Refused (`JournalConflict`) if its thread does not exist. */
  | { readonly change: 'grant.give'; readonly grant: Grant }
  /** Only the first one counts; an unknown id is ignored. */
  | { readonly change: 'grant.revoke'; readonly grantId: GrantId; readonly at: number }
  /** What a trigger or a workflow says that it may do goes with the consent: a later change must not bring it back. */
  | { readonly change: 'grant.leaves-trigger'; readonly grantId: GrantId };
