import type { ThreadId } from '../../kernel/ids.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface ForkStore {
  /**
   * The last message before `beforeSeq` after which a thread can be cut, so that no run is divided: the end of a run. 0 if
   * that is the beginning of the thread.
   */
  cutBefore(threadId: ThreadId, beforeSeq: number): Promise<number>;
}
