import type { ThreadId } from '../kernel/ids.ts';
import type { Compaction, NewMessage, Thread } from './model.ts';

export type ThreadChange =
  | { readonly change: 'thread.create'; readonly thread: Thread }
  /** Sets just these fields, whatever the others are by now; a thread that is gone stays gone. */
  | {
      readonly change: 'thread.set';
      readonly threadId: ThreadId;
      readonly title?: string;
      readonly archived?: boolean;
      readonly updatedAt: number;
    }
  /** Gives a title to a thread that has none yet. */
  | { readonly change: 'thread.name'; readonly threadId: ThreadId; readonly title: string }
  /** With its messages, events, tool calls and sessions; its runs stay as cost records without their text. */
  | { readonly change: 'thread.delete'; readonly threadId: ThreadId }
  /** Replaces one that covers just as much; its cost counts in the thread. */
  | { readonly change: 'thread.compact'; readonly compaction: Compaction }
  /** A run has told of it. One that has taken its place meanwhile has still to be told of. */
  | {
      readonly change: 'thread.compaction-announced';
      readonly compaction: Pick<Compaction, 'threadId' | 'uptoSeq' | 'createdAt'>;
      readonly at: number;
    }
  /** Takes the next `seq` and counts in the thread. */
  | { readonly change: 'message.append'; readonly message: NewMessage };
