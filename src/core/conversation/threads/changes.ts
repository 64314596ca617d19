import type { ThreadId } from '../../kernel/ids.ts';
import type { Compaction, NewMessage, Thread } from './model.ts';

export type ThreadChange =
  | { readonly change: 'thread.create'; readonly thread: Thread }
  /** Sets only these fields; a deleted thread stays deleted. */
  | {
      readonly change: 'thread.set';
      readonly threadId: ThreadId;
      readonly title?: string;
      readonly archived?: boolean;
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
