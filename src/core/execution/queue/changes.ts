import type { Past } from '../../instance/expiry/model.ts';
import type { QueuedTaskId, ThreadId } from '../../kernel/ids.ts';
import type { QueuedTask } from './model.ts';

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
