import type { Whose } from '../../trust/people/model.ts';
import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import { refuse } from './errors.ts';
import type { HoldsIdleThreads } from './port.ts';
import { beginOfRun } from './run-begin.ts';
import type { ThreadChange, ThreadStore } from './store.ts';
import { EVERY, isWithin, leafOf, pathThrough, type Stretch } from '../versions/model.ts';

export interface VersionServiceDeps {
  readonly journal: Journal<ThreadChange>;
  readonly threads: Pick<ThreadStore, 'get' | 'messages' | 'activity' | 'versions'>;
  readonly holds: HoldsIdleThreads;
}

/** The versions of the turns of a thread, and which of them is shown and continued. */
export class VersionService {
  readonly #deps: VersionServiceDeps;

  constructor(deps: VersionServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Shows the version that has this message, to the newest message that follows from it. Nothing changes if it is shown
   * already.
   * @throws Refusal thread_not_found, message_not_found, run_in_progress
   */
  async show(whose: Whose, threadId: ThreadId, seq: number): Promise<void> {
    const { journal, threads, holds } = this.#deps;
    if (!(await threads.get(whose, threadId))) throw refuse.thread_not_found();
    await holds.holdUnlessRunning(threadId, async (running) => {
      // A run that the last process left may go on.
      const left = (await threads.activity([threadId])).get(threadId)?.activeRunId ?? null;
      const runId = running ?? left;
      if (runId !== null) throw refuse.run_in_progress({ runId });
      const [message] = await threads.messages(threadId, { after: seq - 1, limit: 1, within: EVERY });
      if (message?.seq !== seq) throw refuse.message_not_found();
      const versions = await threads.versions(threadId);
      if (!isWithin(versions.hidden, seq)) return;
      const path = pathThrough(versions.branches, leafOf(versions, seq));
      await journal.commit([{ change: 'thread.show', threadId, path, firstSeq: null }]);
    });
  }

  /** The messages that lead to the first one of this run, in whichever version it is; null if the thread has none of it. */
  async pathTo(threadId: ThreadId, runId: RunId): Promise<readonly Stretch[] | null> {
    const { threads } = this.#deps;
    const seq = await beginOfRun(threads, threadId, runId);
    return seq === null ? null : pathThrough((await threads.versions(threadId)).branches, seq);
  }

  /**
   * What makes the next message of a thread another version of the turn of this run, shown or not.
   * @throws Refusal message_not_found
   */
  async another(threadId: ThreadId, runId: RunId): Promise<ThreadChange> {
    const { threads } = this.#deps;
    const seq = await beginOfRun(threads, threadId, runId);
    if (seq === null) throw refuse.message_not_found();
    const { branches } = await threads.versions(threadId);
    const branch = branches.find(({ fromSeq }) => fromSeq === seq);
    const path = pathThrough(branches, branch?.afterSeq ?? seq - 1);
    return { change: 'thread.show', threadId, path, firstSeq: branch?.firstSeq ?? seq };
  }
}
