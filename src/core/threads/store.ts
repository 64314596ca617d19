import type { ThreadId } from '../kernel/ids.ts';
import type { Page } from '../kernel/page.ts';
import type { Compaction, Message, Thread, ThreadActivity } from './model.ts';

/** Where a page of threads ended. Each change that moves `updatedAt` gives its thread a number above all others. */
export interface ThreadPosition {
  readonly changeNo: number;
}

/** Reads only: what changes goes through `Journal.commit`. Every method may be repeated. */
export interface ThreadStore {
  get(threadId: ThreadId): Promise<Thread | null>;
  /** Those that were made or changed last come first; at most `limit` after `after`. */
  list(query: {
    readonly limit: number;
    readonly after: ThreadPosition | null;
    readonly includeArchived: boolean;
  }): Promise<Page<Thread, ThreadPosition>>;
  /** What these are busy with; those that are not named in it are idle. The number of queries does not grow with theirs. */
  activity(threadIds: readonly ThreadId[]): Promise<ReadonlyMap<ThreadId, ThreadActivity>>;
  /** The one that covers most; null while there is none. */
  compaction(threadId: ThreadId): Promise<Compaction | null>;
  /** All of them, oldest first. */
  compactions(threadId: ThreadId): Promise<readonly Compaction[]>;
  /** Those that no run has told of yet, oldest first. */
  unannouncedCompactions(threadId: ThreadId): Promise<readonly Compaction[]>;
  lastMessage(threadId: ThreadId): Promise<Message | null>;
  /** Oldest first, `seq` greater than `after`. */
  messages(
    threadId: ThreadId,
    query: { readonly after: number; readonly limit: number },
  ): Promise<readonly Message[]>;
  /** The same as a page, which also ends where its messages are large. */
  messagePage(
    threadId: ThreadId,
    query: { readonly after: number; readonly limit: number },
  ): Promise<Page<Message, number>>;
}
