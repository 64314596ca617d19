import type { Whose } from '../../trust/people/model.ts';
import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ThreadChange, ThreadPosition, ThreadStore } from './store.ts';
import { instructionLimits } from '../../instance/instructions/limits.ts';
import { timeLeft } from '../prompts/model.ts';
import type { PendingPrompt } from '../prompts/store.ts';
import { refuse } from './errors.ts';
import { beginOfRun } from './run-begin.ts';
import { idle, type Message, type Thread, type ThreadActivity } from './model.ts';
import type { ChangesOfThreads, IndexOfThreads, StopsRuns } from './port.ts';

export interface ThreadServiceDeps {
  readonly journal: Journal<ThreadChange>;
  readonly threads: ThreadStore;
  readonly holds: StopsRuns;
  readonly changesets: ChangesOfThreads;
  readonly index: IndexOfThreads;
  /** Masks the values of secrets. */
  readonly masked: (text: string) => string;
  readonly clock: Clock;
}

/** A thread, its current activity, and what in it waits for its owner. */
export type ThreadNow = Thread &
  Omit<ThreadActivity, 'pendingPrompt'> & { readonly pendingPrompt: PendingPrompt | null };

/** The same with what is too much for a list. */
export type OneThread = ThreadNow & { readonly instructions: string | null };

export class ThreadService {
  readonly #deps: ThreadServiceDeps;

  constructor(deps: ThreadServiceDeps) {
    this.#deps = deps;
  }

  /** The most recently created or changed first, whatever the clock said. */
  async list(
    whose: Whose,
    query: {
      readonly limit: number;
      readonly after: ThreadPosition | null;
      readonly includeArchived: boolean;
    },
  ): Promise<Page<ThreadNow, ThreadPosition>> {
    const page = await this.#deps.threads.list(whose, query);
    return { ...page, items: await this.#now(page.items) };
  }

  /** @throws Refusal thread_not_found */
  async get(whose: Whose, threadId: ThreadId): Promise<OneThread> {
    const [now] = await this.#now([await this.#known(whose, threadId)]);
    if (!now) throw refuse.thread_not_found();
    return { ...now, instructions: await this.#deps.threads.instructions(threadId) };
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
   * Renames, archives or unarchives, or sets its instructions, of which only white space is none.
   * @throws Refusal thread_not_found, instructions_too_long
   */
  async set(
    whose: Whose,
    threadId: ThreadId,
    fields: { readonly title?: string; readonly archived?: boolean; readonly instructions?: string | null },
  ): Promise<OneThread> {
    await this.#known(whose, threadId);
    const updatedAt = this.#deps.clock.now();
    const said = fields.instructions;
    const set = said === undefined ? fields : { ...fields, instructions: this.#instructionsFrom(said) };
    await this.#deps.journal.commit([{ change: 'thread.set', threadId, ...set, updatedAt }]);
    return await this.get(whose, threadId);
  }

  /**
   * Stops its run and permanently deletes its messages. `changes` decides about unreviewed changes of its runs; null if
   * there should be none.
   * @throws Refusal thread_not_found, changes_pending, changes_not_undone; then the thread stays as it was
   */
  async delete(whose: Whose, threadId: ThreadId, changes: 'keep' | 'undo' | null): Promise<void> {
    const { holds, changesets, index, journal } = this.#deps;
    await this.#known(whose, threadId);
    if (changes === null) await changesets.confirmReviewed(threadId);
    await holds.stopRunAndHold({ threadId }, async () => {
      // The stopped run may have changed something after the first check.
      if (changes === null) await changesets.confirmReviewed(threadId);
      await changesets.dissolve(threadId, changes ?? 'keep', () =>
        index.dropping(threadId, () => journal.commit([{ change: 'thread.delete', threadId }])),
      );
    });
  }

  /** Oldest first, after `after`. @throws Refusal thread_not_found */
  async messages(
    whose: Whose,
    threadId: ThreadId,
    query: { after: number; limit: number },
  ): Promise<Page<Message, number>> {
    await this.#known(whose, threadId);
    return await this.#deps.threads.messagePage(threadId, query);
  }

  /** @throws Refusal instructions_too_long */
  #instructionsFrom(said: string | null): string | null {
    const text = this.#deps.masked((said ?? '').toWellFormed()).trim();
    if (Array.from(text).length > instructionLimits.chars)
      throw refuse.instructions_too_long({ most: instructionLimits.chars });
    return text === '' ? null : text;
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
        queued: now.queued,
        pendingPrompt: prompt && timeoutMs > 0 ? { prompt, timeoutMs } : null,
      };
    });
  }
}
