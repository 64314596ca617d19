import type { ApiStoreChange } from '../api-store/changes.ts';
import type { ChangesetChange } from '../changesets/changes.ts';
import type { ConsentChange } from '../consent/changes.ts';
import type { PromptChange } from '../prompts/changes.ts';
import type { RunChange } from '../runs/changes.ts';
import type { SessionChange } from '../sessions/changes.ts';
import type { ThreadChange } from '../threads/changes.ts';

export type Change =
  | ThreadChange
  | SessionChange
  | RunChange
  | PromptChange
  | ChangesetChange
  | ApiStoreChange
  | ConsentChange;

/**
 * The only way state changes (house §3.12.1). One list is one transaction: when the promise resolves, all of
 * it is on disk and survives the loss of power; when it rejects, none of it happened.
 * Not to be repeated after success. Lists are applied in the order in which `commit` was called.
 *
 * @throws JournalConflict when a change's own condition does not hold (see the changes);
 *   Refusal `disk_full` or `storage_error` when the disk says no. Reads go on in both cases.
 */
export interface Journal {
  commit(changes: readonly Change[]): Promise<void>;
}

/** Somebody else was first: load again and decide again. */
export class JournalConflict extends Error {
  constructor(what: string, cause?: unknown) {
    super(what, { cause });
    this.name = 'JournalConflict';
  }
}

export const isJournalConflict = (error: unknown): error is JournalConflict =>
  (error as { name?: unknown } | null)?.name === 'JournalConflict';
