import type { RunId, ThreadId } from '../kernel/ids.ts';
import type { PendingSet } from './model.ts';
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

/** Takes files out of a set that runs have changed and then brought back: there is nothing in them to be reviewed. */
export interface ReturnedFiles {
  /**
   * With their copies; after a run that was cut off all are looked at, because a change may not have come about. What goes
   * wrong is a line in the log, and they wait on.
   * @returns what is left of the set
   */
  settle(set: PendingSet, isCutOff: boolean): Promise<PendingSet>;
}

/**
 * A unified diff of two texts, with the lines that it adds and removes. Where the shortest one would take too long to
 * find it is another one, which says as much. A pure function (house §3.12.10).
 */
export type UnifiedDiff = (
  path: string,
  before: string,
  after: string,
) => { readonly diff: string; readonly linesAdded: number; readonly linesRemoved: number };
