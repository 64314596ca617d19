/** The discriminant of a change. */
export interface AnyChange {
  readonly change: string;
}

/**
 * What a resolved commit survives. `synced`: a loss of power. `written`: the death of this process at any moment, but a loss
 * of power only after the next synced commit to the same database, or a second. For what has been promised to no one, such as
 * streamed text.
 */
export type Durability = 'synced' | 'written';

/**
 * The only way stored state changes. One list is one transaction: when the promise resolves, all of it survives what
 * `durability` says, by default a loss of power; when it rejects, none of it happened, with one exception: where the disk
 * has failed to sync, and fails again when the log is folded in, the list may be there after the `storage_error`. Do not repeat
 * a commit that succeeded. Lists are applied in the order in which `commit` was called. `Change` is the union of the changes
 * that the caller makes. A list with changes of several databases is one transaction in each, one after another: the calling
 * feature records what it is about to do, and can repeat it after a crash.
 *
 * Readers see a list from the moment it is written, so a moment before its `commit` resolves.
 *
 * @throws JournalConflict when a change's own condition does not hold (see the changes);
 *   Refusal `disk_full` or `storage_error` when the disk refuses. Reads go on in both cases.
 */
export interface Journal<Change extends AnyChange> {
  readonly commit: (changes: readonly Change[], durability?: Durability) => Promise<void>;
}

/** Another writer was first: reload the state and decide again. */
export class JournalConflict extends Error {
  constructor(what: string, cause?: unknown) {
    super(what, { cause });
    this.name = 'JournalConflict';
  }
}

export const isJournalConflict = (error: unknown): error is JournalConflict =>
  (error as { name?: unknown } | null)?.name === 'JournalConflict';
