import type { Whose } from '../../trust/people/model.ts';
import { threadId as asThreadId, type ThreadId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ThreadSearch } from '../thread-search/service.ts';
import { refuse, threadGoneOr } from '../threads/errors.ts';
import type { ThreadNow, ThreadService } from '../threads/service.ts';
import type { ThreadStore } from '../threads/store.ts';
import type { ForkChange, ForkStore } from './store.ts';
import { isWithin, leafOf, pathThrough, type Stretch } from '../versions/model.ts';
import { titleOfFork } from './model.ts';

export interface ForkServiceParts {
  readonly journal: Journal<ForkChange>;
  readonly forks: ForkStore;
  readonly threadStore: Pick<ThreadStore, 'get' | 'activity' | 'lastMessage' | 'messages' | 'versions'>;
  readonly threads: Pick<ThreadService, 'get'>;
  readonly search: Pick<ThreadSearch, 'fill'>;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Where the copy ends; without either, at the end of the thread. */
export interface Cut {
  /** Before this message. Only whole runs are copied: inside of a run, before that run. */
  readonly beforeSeq?: number | null;
  /** After this message, inside of a run, too; a call is followed by its result. */
  readonly throughSeq?: number | null;
}

/** Makes threads that begin as a part of another one. */
export class ForkService {
  readonly #parts: ForkServiceParts;

  constructor(parts: ForkServiceParts) {
    this.#parts = parts;
  }

  /**
   * Copies the messages of a thread that are shown, or those up to a cut, into a new one; the old one stays as it is. A cut
   * in a version that is not shown copies that version. A run in progress is
   * never copied: the copy ends before it.
   * @throws Refusal thread_not_found
   */
  async fork(whose: Whose, from: ThreadId, cut: Cut): Promise<ThreadNow> {
    const { journal, threadStore, threads, search, ids, clock } = this.#parts;
    const old = await threadStore.get(whose, from);
    if (!old) throw refuse.thread_not_found();
    const { beforeSeq = null, throughSeq = null } = cut;
    const path = await this.#pathOf(from, throughSeq ?? beforeSeq);
    const upToSeq =
      throughSeq === null
        ? await this.#cut(from, beforeSeq ?? Infinity, path)
        : await this.#step(from, throughSeq, path);
    const copied = path
      .filter((stretch) => stretch.from <= upToSeq)
      .map((stretch) => ({ ...stretch, to: Math.min(stretch.to, upToSeq) }));
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
    await journal
      .commit([{ change: 'thread.fork', thread, from, path: copied }])
      .catch(async (error: unknown) => {
        throw await threadGoneOr(error, from, threadStore);
      });
    search.fill();
    return await threads.get(whose, thread.threadId);
  }

  /** The version that has this message; without one, or if there is none, the one that is shown. */
  async #pathOf(from: ThreadId, seq: number | null): Promise<readonly Stretch[]> {
    const { threadStore } = this.#parts;
    const versions = await threadStore.versions(from);
    const isHidden = seq !== null && isWithin(versions.hidden, seq);
    const leaf = isHidden ? leafOf(versions, seq) : (await threadStore.lastMessage(from))?.seq;
    return pathThrough(versions.branches, leaf ?? 0);
  }

  /** The same for a step of a run. */
  async #step(from: ThreadId, throughSeq: number, path: readonly Stretch[]): Promise<number> {
    const { forks, threadStore } = this.#parts;
    const last = path.at(-1)?.to ?? 0;
    if (throughSeq >= last) return await this.#cut(from, Infinity, path);
    const activity = await threadStore.activity([from]);
    const page = { after: throughSeq - 1, limit: 2, within: path };
    const [message, next] = await threadStore.messages(from, page);
    if (!message) return 0;
    const running = activity.get(from)?.activeRunId ?? null;
    if (message.runId === running) return await forks.cutBefore(from, throughSeq, path);
    const asks = message.role === 'assistant' && message.content.some(({ type }) => type === 'tool_call');
    // A call without its result would look as if its outcome were unknown.
    return asks && next?.runId === message.runId ? next.seq : message.seq;
  }

  /** `seq` of the last message to copy. */
  async #cut(from: ThreadId, beforeSeq: number, path: readonly Stretch[]): Promise<number> {
    const { forks, threadStore } = this.#parts;
    const end = path.at(-1)?.to ?? 0;
    const [last] = await threadStore.messages(from, { after: end - 1, limit: 1, within: path });
    if (!last) return 0;
    const running = (await threadStore.activity([from])).get(from)?.activeRunId ?? null;
    // The run in progress is the last one, if it has a message yet.
    if (beforeSeq > last.seq && last.runId !== running) return last.seq;
    return await forks.cutBefore(from, Math.min(beforeSeq, last.seq), path);
  }
}
