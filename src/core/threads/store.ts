import type { ThreadId } from '../kernel/ids.ts';
import type { Compaction, Message, Thread, ThreadActivity } from './model.ts';

export interface ThreadPosition {
  readonly updatedAt: number;
  readonly threadId: ThreadId;
}

/** Reads only: what changes goes through `Journal.commit`. Every method may be repeated. */
export interface ThreadStore {
  get(threadId: ThreadId): Promise<Thread | null>;
  /** Newest first by `updatedAt`, then by id; at most `limit` rows after `after`. */
  list(query: {
    readonly limit: number;
    readonly after: ThreadPosition | null;
    readonly includeArchived: boolean;
  }): Promise<readonly Thread[]>;
  /** What these are busy with; those that are not named in it are idle. The number of queries does not grow with theirs. */
  activity(threadIds: readonly ThreadId[]): Promise<ReadonlyMap<ThreadId, ThreadActivity>>;
  /** The one that covers most; null while there is none. */
  compaction(threadId: ThreadId): Promise<Compaction | null>;
  /** All of them, oldest first. */
  compactions(threadId: ThreadId): Promise<readonly Compaction[]>;
  lastMessage(threadId: ThreadId): Promise<Message | null>;
  /** Oldest first, `seq` greater than `after`. */
  messages(
    threadId: ThreadId,
    query: { readonly after: number; readonly limit: number },
  ): Promise<readonly Message[]>;
}
