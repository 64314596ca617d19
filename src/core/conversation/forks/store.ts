import type { ThreadId } from '../../kernel/ids.ts';
import type { Thread } from '../threads/model.ts';
import type { Stretch } from '../versions/model.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface ForkStore {
  /**
   * The last message of a path before `beforeSeq` after which it can be cut, so that no run is divided: the end of a run.
   * 0 if that is the beginning of the thread.
   */
  cutBefore(threadId: ThreadId, beforeSeq: number, path: readonly Stretch[]): Promise<number>;
}

export type ForkChange =
  /**
   * Makes a thread with copies of the messages of `from` on this path, of the summaries that cover no others, and of its
   * tags; the copies are one path. Copies keep their numbers, times and runs; runs, costs and file changes stay where they are. The search index
   * takes the copies afterwards. Refused (`JournalConflict`) if `from` does not exist.
   */
  {
    readonly change: 'thread.fork';
    /** `messageCount` is set by the copies. */
    readonly thread: Thread;
    readonly from: ThreadId;
    readonly path: readonly Stretch[];
  };
