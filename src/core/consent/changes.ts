import type { GrantId } from '../kernel/ids.ts';
import type { Grant } from './model.ts';

export type ConsentChange =
  /** Refused (`JournalConflict`) when its thread is gone. */
  | { readonly change: 'grant.give'; readonly grant: Grant }
  /** The first time counts; one that is not there is left alone. */
  | { readonly change: 'grant.revoke'; readonly grantId: GrantId; readonly at: number };
