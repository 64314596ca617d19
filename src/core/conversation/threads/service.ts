import type { Masked } from '../../ports/log.ts';
import type { Whose } from '../../trust/people/model.ts';
import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ThreadChange, ThreadPosition, ThreadStore } from './store.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import { instructionsFrom } from '../../instance/instructions/model.ts';
import { switchLimits } from '../../instance/tool-switches/limits.ts';
import {
  changedSwitches,
  type SwitchChanges,
  type ToolSwitches,
} from '../../instance/tool-switches/model.ts';
import { timeLeft } from '../prompts/model.ts';
import type { PendingPrompt } from '../prompts/store.ts';
import { refuse } from './errors.ts';
import { beginOfRun } from './run-begin.ts';
import { versionsByMessage } from '../versions/model.ts';
import { idle, type Message, type Thread, type ThreadActivity, type ThreadSettings } from './model.ts';
import type { ChangesOfThreads, IndexOfThreads, StopsRuns } from './port.ts';

export interface ThreadServiceDeps {
  readonly journal: Journal<ThreadChange>;
  readonly threads: ThreadStore;
  readonly holds: StopsRuns;
  readonly changesets: ChangesOfThreads;
  readonly index: IndexOfThreads;
  /** Masks the values of secrets. */
  readonly masked: Masked;
  readonly clock: Clock;
}

/** A thread, its current activity, and what in it waits for its owner. */
export type ThreadNow = Thread &
  Omit<ThreadActivity, 'pendingPrompt'> & { readonly pendingPrompt: PendingPrompt | null };

/** The same with what is too much for a list. */
export type OneThread = ThreadNow & ThreadSettings;

export interface ChangesOfThread {
  readonly title?: string;
  readonly archived?: boolean;
  readonly instructions?: string | null;
  readonly tools?: SwitchChanges | null;
}

/** A message, and of the first one of a turn with several versions all of them, oldest first, by their first messages. */
export type MessageNow = Message & { readonly versions: readonly number[] };

export class ThreadService {
  readonly #deps: ThreadServiceDeps;
  /** Serialises `set`, which reads the switches before it writes them. */
  readonly #writing = new OneAtATime<ThreadId>();

  constructor(deps: ThreadServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Pinned threads first, then the others; within each, the last created or changed first, by stored numbers and not
   * by the clock.
   */
  async list(
    whose: Whose,
    query: {
      readonly limit: number;
      readonly after: ThreadPosition | null;
      readonly includeArchived: boolean;
      /** Absent or null: wherever they are. */
      readonly folder?: string | null;
    },
  ): Promise<Page<ThreadNow, ThreadPosition>> {
    const page = await this.#deps.threads.list(whose, query);
    return { ...page, items: await this.#now(page.items) };
  }

  /** @throws Refusal thread_not_found */
  async get(whose: Whose, threadId: ThreadId): Promise<OneThread> {
    const [now] = await this.#now([await this.#known(whose, threadId)]);
    if (!now) throw refuse.thread_not_found();
    return { ...now, ...(await this.#deps.threads.settings(threadId)) };
  }

  /** Those of these threads that exist, in the order of `threadIds`. */
  async those(whose: Whose, threadIds: readonly ThreadId[]): Promise<readonly ThreadNow[]> {
    const found = await Promise.all(threadIds.map((threadId) => this.#deps.threads.get(whose, threadId)));
    return await this.#now(found.filter((thread) => thread !== null));
  }

  /** Where a run begins: its thread, and its first message there. Null if the thread was deleted, or has none of it. */
  async beginOfRun(
    whose: Whose,
    threadId: ThreadId,
    runId: RunId | null,
  ): Promise<{ readonly threadId: ThreadId; readonly title: string; readonly seq: number | null } | null> {
    const thread = await this.#deps.threads.get(whose, threadId);
    if (thread === null) return null;
    const seq = runId === null ? null : await beginOfRun(this.#deps.threads, threadId, runId);
    return { threadId, title: thread.title, seq };
  }

  /**
   * Renames, archives or unarchives, or sets its instructions, of which only white space is none. `tools` changes the
   * switches that it names, from the next run on; null takes all of them away.
   * @throws Refusal thread_not_found, instructions_too_long, too_many_switches
   */
  async set(
    whose: Whose,
    threadId: ThreadId,
    { instructions, tools, ...fields }: ChangesOfThread,
  ): Promise<OneThread> {
    await this.#known(whose, threadId);
    await this.#writing.run(threadId, async () => {
      const set = {
        ...fields,
        ...(instructions === undefined
          ? {}
          : {
              instructions: instructionsFrom(
                instructions,
                (text) => this.#deps.masked(text, whose),
                (most) => refuse.instructions_too_long({ most }),
              ),
            }),
        ...(tools === undefined ? {} : { tools: await this.#toolsFrom(threadId, tools) }),
      };
      const updatedAt = this.#deps.clock.now();
      await this.#deps.journal.commit([{ change: 'thread.set', threadId, ...set, updatedAt }]);
    });
    return await this.get(whose, threadId);
  }

  /**
   * Stops its run and permanently deletes its messages. `changes` decides about unreviewed changes of its runs; null if
   * there should be none.
   * @throws Refusal thread_not_found, changes_pending, changes_not_undone; then the thread stays as it was
   */
  async delete(whose: Whose, threadId: ThreadId, changes: 'keep' | 'undo' | null): Promise<void> {
    const { holds, changesets, index, journal } = this.#deps;
    const { personId } = await this.#known(whose, threadId);
    if (changes === null) await changesets.confirmReviewed(threadId);
    await holds.stopRunAndHold({ threadId }, async () => {
      // The stopped run may have changed something after the first check.
      if (changes === null) await changesets.confirmReviewed(threadId);
      await changesets.dissolve(threadId, changes ?? 'keep', () =>
        index.dropping(threadId, () => journal.commit([{ change: 'thread.delete', threadId, personId }])),
      );
    });
  }

  /** Those that are shown, oldest first, after `after` or before `before`. @throws Refusal thread_not_found */
  async messages(
    whose: Whose,
    threadId: ThreadId,
    query: ({ readonly after: number } | { readonly before: number }) & { readonly limit: number },
  ): Promise<Page<MessageNow, number>> {
    await this.#known(whose, threadId);
    const { threads } = this.#deps;
    const page = await ('before' in query
      ? threads.messagesBefore(threadId, query)
      : threads.messagePage(threadId, query));
    const versions = versionsByMessage(await threads.versions(threadId));
    return { ...page, items: page.items.map((one) => ({ ...one, versions: versions.get(one.seq) ?? [] })) };
  }

  /** @throws Refusal too_many_switches */
  async #toolsFrom(threadId: ThreadId, changes: SwitchChanges | null): Promise<ToolSwitches | null> {
    const { tools } = await this.#deps.threads.settings(threadId);
    const switches = changedSwitches(tools, changes);
    if (Object.keys(switches ?? {}).length > switchLimits.most)
      throw refuse.too_many_switches({ most: switchLimits.most });
    return switches;
  }

  async #known(whose: Whose, threadId: ThreadId): Promise<Thread> {
    const thread = await this.#deps.threads.get(whose, threadId);
    if (!thread) throw refuse.thread_not_found();
    return thread;
  }

  async #now(threads: readonly Thread[]): Promise<readonly ThreadNow[]> {
    const found = await this.#deps.threads.activity(threads.map(({ threadId }) => threadId));
    const at = this.#deps.clock.now();
    return threads.map((thread) => {
      const now = found.get(thread.threadId) ?? idle;
      const { pendingPrompt: prompt } = now;
      const timeoutMs = prompt ? timeLeft(prompt, at) : 0;
      // Reading an overdue prompt itself records it as expired; here it is only ignored. Field by field, as lists of
      // threads are read often.
      return {
        threadId: thread.threadId,
        personId: thread.personId,
        title: thread.title,
        archived: thread.archived,
        messageCount: thread.messageCount,
        costUsd: thread.costUsd,
        createdAt: thread.createdAt,
        updatedAt: thread.updatedAt,
        activeRunId: now.activeRunId,
        pendingChangeset: now.pendingChangeset,
        tags: now.tags,
        unread: now.unread,
        forkedFrom: now.forkedFrom,
        pinnedAt: now.pinnedAt,
        folder: now.folder,
        queued: now.queued,
        pendingPrompt: prompt && timeoutMs > 0 ? { prompt, timeoutMs } : null,
      };
    });
  }
}
