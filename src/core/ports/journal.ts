/** The discriminant of a change. */
export interface AnyChange {
  readonly change: string;
}

/**
 * The only way stored state changes. One list is one transaction: when the promise resolves, all of it is on disk and
 * survives a loss of power; when it rejects, none of it happened. Do not repeat a commit that succeeded. Lists are
 * applied in the order in which `commit` was called. `Change` is the union of the changes that the caller makes.
 * A list with changes of several databases is one transaction in each, one after another: the calling feature
 * records what it is about to do, and can repeat it after a crash.
 *
 * @throws JournalConflict when a change's own condition does not hold (see the changes);
 *   Refusal `disk_full` or `storage_error` when the disk refuses. Reads go on in both cases.
 */
export interface Journal<Change extends AnyChange> {
  readonly commit: (changes: readonly Change[]) => Promise<void>;
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
