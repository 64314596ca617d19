import { threadId as asThreadId, type ThreadId } from '../kernel/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal } from '../ports/journal.ts';
import type { ThreadSearch } from '../thread-search/service.ts';
import { refuse, threadGoneOr } from '../threads/errors.ts';
import type { ThreadNow, ThreadService } from '../threads/service.ts';
import type { ThreadStore } from '../threads/store.ts';
import type { ForkChange } from './changes.ts';
import { titleOfFork } from './model.ts';
import type { ForkStore } from './store.ts';

export interface ForkServiceParts {
  readonly journal: Journal<ForkChange>;
  readonly forks: ForkStore;
  readonly threadStore: Pick<ThreadStore, 'get' | 'activity' | 'lastMessage'>;
  readonly threads: Pick<ThreadService, 'get'>;
  readonly search: Pick<ThreadSearch, 'fill'>;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Makes threads that begin as a part of another one. */
export class ForkService {
  readonly #parts: ForkServiceParts;

  constructor(parts: ForkServiceParts) {
    this.#parts = parts;
  }

  /**
   * Copies the messages before `beforeSeq` (null: all of them) into a new thread; the old one stays as it is. Only whole
   * runs are copied: if `beforeSeq` is inside of one, or that run is in progress, the copy ends before it.
   * @throws Refusal thread_not_found
   */
  async fork(from: ThreadId, beforeSeq: number | null): Promise<ThreadNow> {
    const { journal, threadStore, threads, search, ids, clock } = this.#parts;
    const old = await threadStore.get(from);
    if (!old) throw refuse.thread_not_found();
    const upToSeq = await this.#cut(from, beforeSeq ?? Infinity);
    const at = clock.now();
    const thread = {
      ...old,
      threadId: asThreadId(ids.next()),
      title: titleOfFork(old.title),
      archived: false,
      messageCount: 0,
      costUsd: 0,
      createdAt: at,
      updatedAt: at,
    };
    await journal.commit([{ change: 'thread.fork', thread, from, upToSeq }]).catch(async (error: unknown) => {
      throw await threadGoneOr(error, from, threadStore);
    });
    search.fill();
    return await threads.get(thread.threadId);
  }

  /** `seq` of the last message to copy. */
  async #cut(from: ThreadId, beforeSeq: number): Promise<number> {
    const { forks, threadStore } = this.#parts;
    const last = await threadStore.lastMessage(from);
    if (!last) return 0;
    const running = (await threadStore.activity([from])).get(from)?.activeRunId ?? null;
    // The run in progress is the last one, if it has a message yet.
    if (beforeSeq > last.seq && last.runId !== running) return last.seq;
    return await forks.cutBefore(from, Math.min(beforeSeq, last.seq));
  }
}
