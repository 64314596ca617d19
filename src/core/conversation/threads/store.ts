import type { Whose } from '../../trust/people/model.ts';
import type { PersonId, ThreadId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Stretch, Versions } from '../versions/model.ts';
import type { ToolSwitches } from '../../instance/tool-switches/model.ts';
import type { Compaction, Message, NewMessage, Thread, ThreadActivity, ThreadSettings } from './model.ts';

/**
 * The end of a page of threads. Each change of `updatedAt` gives the thread the highest number. Those that are pinned come
 * before the others.
 */
export interface ThreadPosition {
  readonly isPinned: boolean;
  readonly changeNo: number;
}

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface ThreadStore {
  // What is read of a thread by its id is read of one that was looked up for somebody.
  get(whose: Whose, threadId: ThreadId): Promise<Thread | null>;
  /** What its owner has settled for it; nothing without the thread. */
  settings(threadId: ThreadId): Promise<ThreadSettings>;
  /** When the thread with the lowest id was created; null if there is none. */
  oldestCreatedAt(): Promise<number | null>;
  /** Those that are pinned first, then last created or changed first, at most `limit` after `after`. `folder`: absent or null for all. */
  list(
    whose: Whose,
    query: {
      readonly limit: number;
      readonly after: ThreadPosition | null;
      readonly includeArchived: boolean;
      readonly folder?: string | null;
    },
  ): Promise<Page<Thread, ThreadPosition>>;
  /** The activity of these threads; threads without an entry are idle. The number of queries is constant. */
  activity(threadIds: readonly ThreadId[]): Promise<ReadonlyMap<ThreadId, ThreadActivity>>;
  /** Of those on the path that is shown, the summary that covers most messages; null without any. */
  compaction(threadId: ThreadId): Promise<Compaction | null>;
  /** All of them, oldest first. */
  compactions(threadId: ThreadId): Promise<readonly Compaction[]>;
  /** Those on the path that is shown which no run has announced yet, oldest first. */
  unannouncedCompactions(threadId: ThreadId): Promise<readonly Compaction[]>;
  /** The last one that is shown. */
  lastMessage(threadId: ThreadId): Promise<Message | null>;
  /** Oldest first, `seq` greater than `after`: of those that are shown, or `within` these stretches. */
  messages(
    threadId: ThreadId,
    query: { readonly after: number; readonly limit: number; readonly within?: readonly Stretch[] },
  ): Promise<readonly Message[]>;
  /** Those that are shown as a page, which ends early if its messages are large. */
  messagePage(
    threadId: ThreadId,
    query: { readonly after: number; readonly limit: number },
  ): Promise<Page<Message, number>>;
  /** The same backwards: the last ones with a `seq` less than `before`, oldest first. `next` is the next `before`. */
  messagesBefore(
    threadId: ThreadId,
    query: { readonly before: number; readonly limit: number },
  ): Promise<Page<Message, number>>;
  /** The tree of its messages; one without branches for a thread that does not exist. */
  versions(threadId: ThreadId): Promise<Versions>;
}

export type ThreadChange =
  /** `settings`: what it begins with; absent: nothing is settled for it. */
  | { readonly change: 'thread.create'; readonly thread: Thread; readonly settings?: ThreadSettings }
  /** Sets only these fields; a deleted thread stays deleted. */
  | {
      readonly change: 'thread.set';
      readonly threadId: ThreadId;
      readonly title?: string;
      readonly archived?: boolean;
      readonly instructions?: string | null;
      readonly tools?: ToolSwitches | null;
      readonly updatedAt: number;
    }
  /** Sets the title of a thread that has none. */
  | { readonly change: 'thread.name'; readonly threadId: ThreadId; readonly title: string }
  /** The same for one that has this title from its first task still. */
  | {
      readonly change: 'thread.retitle';
      readonly threadId: ThreadId;
      readonly from: string;
      readonly title: string;
    }
  /** With its messages, events, tool calls and sessions; its runs stay as cost records without their text. */
  | { readonly change: 'thread.delete'; readonly threadId: ThreadId; readonly personId: PersonId }
  /** Replaces one that covers the same messages; its cost counts in the thread. */
  | { readonly change: 'thread.compact'; readonly compaction: Compaction }
  /** Marks it as announced by a run. A summary that replaced it meanwhile stays unannounced. */
  | {
      readonly change: 'thread.compaction-announced';
      readonly compaction: Pick<Compaction, 'threadId' | 'uptoSeq' | 'createdAt'>;
      readonly at: number;
    }
  /**
   * Shows this path of its messages and nothing else, whatever was shown before: the next message follows its end.
   * `firstSeq`: the next message is a version of the turn that begins there; null if it is none. No message is changed.
   */
  | {
      readonly change: 'thread.show';
      readonly threadId: ThreadId;
      readonly path: readonly Stretch[];
      readonly firstSeq: number | null;
    }
  /** Takes the next `seq`, follows the last message that is shown, and counts in the thread. */
  | { readonly change: 'message.append'; readonly message: NewMessage };
