import type { ThreadId } from '../kernel/ids.ts';
import type { ContentId } from '../ports/workspace.ts';
import type { ChangedFile, CopyId, PendingSet } from './model.ts';

/** Reads only: what changes goes through `Journal.commit`. Every method may be repeated. */
export interface ChangesetStore {
  /** With its files by path; null when nothing of this thread waits for review. */
  pendingIn(threadId: ThreadId): Promise<PendingSet | null>;
  /** One file of it. */
  file(threadId: ThreadId, path: string): Promise<ChangedFile | null>;
  /** Those of these paths that wait in other threads. */
  elsewhere(threadId: ThreadId, paths: readonly string[]): Promise<readonly ChangedFile[]>;
  /** What the copies of its originals take, in bytes. */
  keptBytes(threadId: ThreadId): Promise<number>;
  /** Of all threads: the copies that pending changes need, and the files that they are about. */
  inUse(): Promise<{ readonly copyIds: ReadonlySet<CopyId>; readonly paths: readonly string[] }>;
}

/** Byte copies of files as they were before a run changed them, in the data directory. */
export interface CopyStore {
  /**
   * Copies the content under a new, unused name: durable when this resolves.
   * @returns what was copied
   * @throws Refusal too_large_to_undo beyond `mostBytes`, disk_full, storage_error; then nothing is kept
   */
  keep(
    copyId: CopyId,
    content: AsyncIterable<Uint8Array>,
    mostBytes: number,
  ): Promise<{ readonly contentId: ContentId; readonly sizeBytes: number }>;
  /** May be asked for several times. Throws Refusal copy_damaged while it is read when it cannot be. */
  content(copyId: CopyId): AsyncIterable<Uint8Array>;
  contentId(content: AsyncIterable<Uint8Array> | Uint8Array): Promise<ContentId>;
  /** May be repeated; those that are not there are passed over. */
  remove(copyIds: readonly CopyId[]): Promise<void>;
  /** All that are there, also those that a killed process has not finished. */
  all(): Promise<readonly CopyId[]>;
}
