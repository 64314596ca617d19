import type { RunId, ThreadId } from '../kernel/ids.ts';
import type { HeldFile } from '../ports/workspace.ts';

/** On whose behalf files are changed. */
export interface ChangeAuthor {
  readonly threadId: ThreadId;
  /** The run that its owner has started, also where a sub-agent of it does the work. */
  readonly runId: RunId;
  /** After it has aborted nothing more is changed. */
  readonly signal: AbortSignal;
}

/** One path that is about to be changed. */
export interface FileChange {
  readonly path: string;
  /** What is there; null is nothing. */
  readonly before: HeldFile | null;
  /** What is going to be there: this content, that of the file that is held, or nothing. */
  readonly after: Uint8Array | HeldFile | null;
}

/** Is told of every change before it is made, so that it can be taken back. */
export interface ChangeTracker {
  /**
   * When this resolves the change is on disk with a copy of what it is going to replace. It may have been told and
   * never be made.
   * @throws Refusal too_large_to_undo, file_changed, thread_not_found, disk_full, storage_error; then it must not be made
   */
  track(author: ChangeAuthor, changes: readonly FileChange[]): Promise<void>;
}
