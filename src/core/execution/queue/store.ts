import type { QueuedTaskId, RunId, SessionId, ThreadId } from '../../kernel/ids.ts';
import type { Run } from '../runs/model.ts';
import type { Queue, QueuedTask } from './model.ts';
import type { Past } from '../../instance/expiry/model.ts';

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

/** A task also leaves its queue with the `run.start` of its run. */
export type QueueChange =
  /** At the end of the queue. Refused (`JournalConflict`) if the thread does not exist, or has used this key. */
  | { readonly change: 'queue.add'; readonly task: QueuedTask; readonly idempotencyKey: string | null }
  /** Refused (`JournalConflict`) if it does not wait. */
  | {
      readonly change: 'queue.remove';
      readonly threadId: ThreadId;
      readonly queuedTaskId: QueuedTaskId;
    }
  /** Ignored for a queue without tasks. The first reason counts. */
  | { readonly change: 'queue.hold'; readonly threadId: ThreadId; readonly why: string }
  /** All queues that have tasks. */
  | { readonly change: 'queue.hold-all'; readonly why: string }
  | { readonly change: 'queue.resume'; readonly threadId: ThreadId }
  | { readonly change: 'queue.forget-keys'; readonly past: Past };
