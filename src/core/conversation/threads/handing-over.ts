import { threadId as asThreadId } from '../../kernel/ids.ts';
import type { Handable } from '../../trust/handover/port.ts';
import { refuse } from './errors.ts';
import type { ChangesOfThreads, HoldsIdleThreads } from './port.ts';
import type { ThreadStore } from './store.ts';

export interface HandableThreadsDeps {
  readonly threads: Pick<ThreadStore, 'get'>;
  readonly holds: HoldsIdleThreads;
  readonly changesets: Pick<ChangesOfThreads, 'confirmReviewed'>;
}

/** Threads, for who hands one over: not while a run of it goes on, nor with changes that nobody has reviewed. */
export const handableThreads = ({ threads, holds, changesets }: HandableThreadsDeps): Handable => ({
  meant: async (person, text) => {
    const thread = await threads.get(person, asThreadId(text));
    if (!thread) throw refuse.thread_not_found();
    return { id: thread.threadId, title: thread.title };
  },

  whileIdle: async (person, id, work) =>
    await holds.holdUnlessRunning(asThreadId(id), async (running) => {
      if (running !== null) throw refuse.run_in_progress({ runId: running });
      const thread = await threads.get(person, asThreadId(id));
      if (!thread) throw refuse.thread_not_found();
      await changesets.confirmReviewed(thread.threadId);
      return await work({ threadId: thread.threadId });
    }),
});
