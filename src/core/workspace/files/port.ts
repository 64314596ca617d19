import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { HeldFile } from '../../ports/workspace.ts';

/** On whose behalf files are changed. */
export interface ChangeAuthor {
  readonly threadId: ThreadId;
  /** The run that the owner started, even when one of its sub-agents does the work. */
  readonly runId: RunId;
  /** After it aborts, nothing more is changed. */
  readonly signal: AbortSignal;
  /** Its owner takes back a part of what it did: it is no further work of the run. */
  readonly isReview?: boolean;
}

/** One path that is about to change. */
export interface FileChange {
  readonly path: string;
  /** The current content; null where there is none. */
  readonly before: HeldFile | null;
  /** The content afterwards: this one, that of the held file, or none. */
  readonly after: Uint8Array | HeldFile | null;
}

/** Files outside the workspace that came with a run. */
export interface GivenFiles {
  /**
   * The whole content; null if the path names no file that came with this run. No other run can read it.
   * @throws Refusal file_not_found, not_a_file, outside_workspace, file_too_large
   */
  read(runId: RunId, path: string, maxBytes: number): Promise<Uint8Array | null>;
}

/** Learns of every change before it is made, so that the change can be rolled back. */
export interface ChangeTracker {
  /**
   * When this resolves, a record of the change and a copy of what it replaces are on disk. The change itself may never
   * follow.
   * @throws Refusal too_large_to_undo, file_changed, thread_not_found, disk_full, storage_error; then do not make it
   */
  track(author: ChangeAuthor, changes: readonly FileChange[]): Promise<void>;
  /**
   * Call it when a tracked change failed: what it did not change waits for no review. Never rejects; the caller holds
   * no lock of these paths.
   */
  failed(author: ChangeAuthor, paths: readonly string[]): Promise<void>;
}
