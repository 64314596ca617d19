import type { Whose } from '../../trust/people/model.ts';
import type { PersonId, RunId, ThreadId } from '../../kernel/ids.ts';
import type { ContentId } from '../../ports/workspace.ts';
import type { ChangedFile, CopyId, PendingSet, WaitingSet } from './model.ts';

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface ChangesetStore {
  /** With its files by path; null if nothing of this thread waits for review. */
  pendingIn(threadId: ThreadId): Promise<PendingSet | null>;
  /**
   * The sets of all threads in which no run is at work, archived ones and those of steps, too; the latest run's first.
   */
  waiting(whose: Whose, limit: number): Promise<readonly WaitingSet[]>;
  /** One file of the set. */
  file(threadId: ThreadId, path: string): Promise<ChangedFile | null>;
  /** The files at these paths that wait for review in other threads. */
  elsewhere(threadId: ThreadId, paths: readonly string[]): Promise<readonly ChangedFile[]>;
  /** The threads in which changes of this file wait for review. */
  threadsChanging(whose: Whose, path: string): Promise<readonly ThreadId[]>;
  /** The total size of the copies of its originals, in bytes. */
  keptBytes(threadId: ThreadId): Promise<number>;
  /** The same of all threads of a person. */
  keptBytesOf(person: PersonId): Promise<number>;
  /**
   * For all threads: the copies that pending changes need, with those of deleted files that can be brought back, and the
   * paths of the changed files.
   */
  inUse(): Promise<{ readonly copyIds: ReadonlySet<CopyId>; readonly paths: readonly string[] }>;
}

/** Copies of files from before a run changed them or their owner deleted them, in the data directory. */
export interface CopyStore {
  /**
   * Copies the content under a new, unused name; durable when this resolves.
   * @returns what was copied
   * @throws Refusal too_large_to_undo beyond `mostBytes`, disk_full, storage_error; then no copy remains
   */
  keep(
    copyId: CopyId,
    content: AsyncIterable<Uint8Array>,
    mostBytes: number,
  ): Promise<{ readonly contentId: ContentId; readonly sizeBytes: number }>;
  /** Can be read several times. Throws Refusal copy_damaged during the iteration if it cannot be read. */
  content(copyId: CopyId): AsyncIterable<Uint8Array>;
  contentId(content: AsyncIterable<Uint8Array> | Uint8Array): Promise<ContentId>;
  /** Repeatable; ignores missing copies. */
  remove(copyIds: readonly CopyId[]): Promise<void>;
  /** All copies, including unfinished ones of a killed process. */
  all(): Promise<readonly CopyId[]>;
}

export type ChangesetChange =
  /**
   * Before files are changed: adds them to the pending set of the thread, or makes the set. The set then belongs to this
   * run, unless it belongs to a later one. Refused (`JournalConflict`) if the thread does not exist.
   */
  | {
      readonly change: 'changeset.track';
      readonly threadId: ThreadId;
      readonly runId: RunId;
      readonly files: readonly ChangedFile[];
      readonly at: number;
    }
  /**
   * After a review: removes each file from the set, or replaces it with what is left to review. A set without files is
   * deleted. A file that changed since `file` was read stays as it is.
   */
  | {
      readonly change: 'changeset.settle';
      readonly threadId: ThreadId;
      readonly files: readonly { readonly file: ChangedFile; readonly left: ChangedFile | null }[];
    };
