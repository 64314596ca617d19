import type { SessionId, ThreadId } from '../kernel/ids.ts';
import type { ContentId } from '../ports/workspace.ts';
import type { ChangedFile, CopyId, PendingSet, PendingSummary } from './model.ts';

/** Reads only: what changes goes through `Journal.commit`. Every method may be repeated. */
export interface ChangesetStore {
  /** With its files by path; null when nothing of this session waits for review. */
  pendingIn(sessionId: SessionId): Promise<PendingSet | null>;
  /** Of all sessions of this thread, that of the latest run first. */
  pendingInThread(threadId: ThreadId): Promise<readonly PendingSummary[]>;
  /** One file of it. */
  file(sessionId: SessionId, path: string): Promise<ChangedFile | null>;
  /** What the copies of its originals take, in bytes. */
  keptBytes(sessionId: SessionId): Promise<number>;
  /** The copies that pending changes need, of all sessions. */
  copiesInUse(): Promise<ReadonlySet<CopyId>>;
}

/** Byte copies of files as they were before a run changed them, in the data directory. */
export interface CopyStore {
  /**
   * Copies the content under a new name, and nobody else has it: durable when this resolves.
   * @returns what was copied
   * @throws Refusal too_large_to_undo beyond `mostBytes`, disk_full, storage_error; then nothing is kept
   */
  keep(
    copyId: CopyId,
    content: AsyncIterable<Uint8Array>,
    mostBytes: number,
  ): Promise<{ readonly contentId: ContentId; readonly sizeBytes: number }>;
  /** May be asked for several times. Throws while it is read when it cannot be. */
  content(copyId: CopyId): AsyncIterable<Uint8Array>;
  contentId(content: AsyncIterable<Uint8Array> | Uint8Array): Promise<ContentId>;
  /** May be repeated; those that are not there are passed over. */
  remove(copyIds: readonly CopyId[]): Promise<void>;
  /** All that are there, also those that a killed process has not finished. */
  all(): Promise<readonly CopyId[]>;
}
