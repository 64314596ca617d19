import type { QueuedTaskId, RunId, SessionId, ThreadId } from '../../kernel/ids.ts';
import type { Run } from '../runs/model.ts';
import type { Queue } from './model.ts';

/** What became of a task that was sent with a key. */
export interface SentTask {
  readonly queuedTaskId: QueuedTaskId;
  readonly task: string;
  readonly profile: string | null;
  readonly attachments: readonly string[];
  /** Null while it waits. */
  readonly runId: RunId | null;
}

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface QueueStore {
  queueOf(threadId: ThreadId): Promise<Queue>;
  /** Null if no task was sent with this key since, or it was removed. */
  byKey(threadId: ThreadId, key: string, since: number): Promise<SentTask | null>;
  /** How the last run of the thread ended; null if it had none. */
  lastRun(threadId: ThreadId): Promise<Pick<Run, 'status' | 'stopReason' | 'error'> | null>;
  /** The session of the last run, or else the newest one; null if the thread has none. */
  sessionFor(threadId: ThreadId): Promise<SessionId | null>;
  /** Whether any thread has waiting tasks. */
  isAnyWaiting(): Promise<boolean>;
}
