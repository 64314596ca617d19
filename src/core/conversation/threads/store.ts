import type { Whose } from '../../trust/people/model.ts';
import type { ThreadId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Compaction, Message, NewMessage, Thread, ThreadActivity } from './model.ts';

/** The end of a page of threads. Each change of `updatedAt` gives the thread the highest number. */
export interface ThreadPosition {
  readonly changeNo: number;
}

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface ThreadStore {
  // What is read of a thread by its id is read of one that was looked up for somebody.
  get(whose: Whose, threadId: ThreadId): Promise<Thread | null>;
  /** Its owner's instructions for it; null without any, and without the thread. */
  instructions(threadId: ThreadId): Promise<string | null>;
  /** When the thread with the lowest id was created; null if there is none. */
  oldestCreatedAt(): Promise<number | null>;
  /** Last created or changed first, at most `limit` after `after`. */
  list(
    whose: Whose,
    query: {
      readonly limit: number;
      readonly after: ThreadPosition | null;
      readonly includeArchived: boolean;
    },
  ): Promise<Page<Thread, ThreadPosition>>;
  /** The activity of these threads; threads without an entry are idle. The number of queries is constant. */
  activity(threadIds: readonly ThreadId[]): Promise<ReadonlyMap<ThreadId, ThreadActivity>>;
  /** The summary that covers most messages; null without any. */
  compaction(threadId: ThreadId): Promise<Compaction | null>;
  /** All of them, oldest first. */
  compactions(threadId: ThreadId): Promise<readonly Compaction[]>;
  /** Those not yet announced by a run, oldest first. */
  unannouncedCompactions(threadId: ThreadId): Promise<readonly Compaction[]>;
  lastMessage(threadId: ThreadId): Promise<Message | null>;
  /** Oldest first, `seq` greater than `after`. */
  messages(
    threadId: ThreadId,
    query: { readonly after: number; readonly limit: number },
  ): Promise<readonly Message[]>;
  /** The same as a page, which ends early if its messages are large. */
  messagePage(
    threadId: ThreadId,
    query: { readonly after: number; readonly limit: number },
  ): Promise<Page<Message, number>>;
}

export type ThreadChange =
  | { readonly change: 'thread.create'; readonly thread: Thread }
  /** Sets only these fields; a deleted thread stays deleted. */
  | {
      readonly change: 'thread.set';
      readonly threadId: ThreadId;
      readonly title?: string;
      readonly archived?: boolean;
      readonly instructions?: string | null;
      readonly updatedAt: number;
    }
  /** Sets the title of a thread that has none. */
  | { readonly change: 'thread.name'; readonly threadId: ThreadId; readonly title: string }
  /** With its messages, events, tool calls and sessions; its runs stay as cost records without their text. */
  | { readonly change: 'thread.delete'; readonly threadId: ThreadId }
  /** Replaces one that covers the same messages; its cost counts in the thread. */
  | { readonly change: 'thread.compact'; readonly compaction: Compaction }
  /** Marks it as announced by a run. A summary that replaced it meanwhile stays unannounced. */
  | {
      readonly change: 'thread.compaction-announced';
      readonly compaction: Pick<Compaction, 'threadId' | 'uptoSeq' | 'createdAt'>;
      readonly at: number;
    }
  /** Takes the next `seq` and counts in the thread. */
  | { readonly change: 'message.append'; readonly message: NewMessage };
