/** The discriminant of a change. */
export interface AnyChange {
  readonly change: string;
}

/**
 * What a resolved commit survives. `synced`: a loss of power. `written`: the death of this process at any moment, but a
 * loss of power only after the next synced commit to the same database, or after a second. `written` is for what has
 * not been promised to anyone, such as streamed text.
 */
export type Durability = 'synced' | 'written';

/**
 * The only way to change stored state. One list is one transaction: when the promise resolves, all of it survives what
 * `durability` says, by default a loss of power; when it rejects, none of it happened. One exception: if the disk fails
 * to sync, and fails again when the log is rewritten, the list may be stored despite the `storage_error`. Do not
 * repeat a commit that succeeded. Lists are applied in the order of the calls of `commit`. `Change` is the union of the
 * changes that the caller makes. A list with changes of several databases is one transaction in each, one after
 * another: the calling feature records what it is about to do, and can repeat it after a crash.
 *
 * An empty list with `synced` resolves once every list that was written before it survives a loss of power.
 *
 * Readers see a list from the moment it is written, shortly before its `commit` resolves.
 *
 * @throws JournalConflict if a change's own condition does not hold (see the changes); Refusal `disk_full` or
 *   `storage_error` if the disk refuses. Reads work in both cases.
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
