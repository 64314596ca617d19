import type { ThreadId } from '../kernel/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import { timeLeft } from '../prompts/model.ts';
import type { PendingPrompt } from '../prompts/service.ts';
import type { RunService } from '../runs/service.ts';
import { refuse } from './errors.ts';
import { idle, type Message, type Thread, type ThreadActivity } from './model.ts';
import type { ThreadPosition, ThreadStore } from './store.ts';

export interface ThreadServiceDeps {
  readonly journal: Journal;
  readonly threads: ThreadStore;
  readonly runs: RunService;
  readonly clock: Clock;
}

export interface Page<Item, Position> {
  readonly items: readonly Item[];
  /** Where the next page starts; null when there is none. */
  readonly next: Position | null;
}

/** A thread, what it is busy with, and what of it waits for its owner. */
export type ThreadNow = Thread &
  Omit<ThreadActivity, 'pendingPrompt'> & { readonly pendingPrompt: PendingPrompt | null };

export class ThreadService {
  readonly #deps: ThreadServiceDeps;

  constructor(deps: ThreadServiceDeps) {
    this.#deps = deps;
  }

  /** Newest first. */
  async list(query: {
    readonly limit: number;
    readonly after: ThreadPosition | null;
    readonly includeArchived: boolean;
  }): Promise<Page<ThreadNow, ThreadPosition>> {
    const found = await this.#deps.threads.list({ ...query, limit: query.limit + 1 });
    const page = paged(found, query.limit, ({ updatedAt, threadId }) => ({ updatedAt, threadId }));
    return { ...page, items: await this.#now(page.items) };
  }

  /** @throws Refusal thread_not_found */
  async get(threadId: ThreadId): Promise<ThreadNow> {
    const [now] = await this.#now([await this.#known(threadId)]);
    if (!now) throw refuse.thread_not_found();
    return now;
  }

  /** Renames, archives, or brings back. @throws Refusal thread_not_found */
  async set(
    threadId: ThreadId,
    fields: { readonly title?: string; readonly archived?: boolean },
  ): Promise<ThreadNow> {
    await this.#known(threadId);
    const updatedAt = this.#deps.clock.now();
    await this.#deps.journal.commit([{ change: 'thread.set', threadId, ...fields, updatedAt }]);
    return await this.get(threadId);
  }

  /** Stops its run and removes what was said in it, for good. @throws Refusal thread_not_found */
  async delete(threadId: ThreadId): Promise<void> {
    await this.#known(threadId);
    await this.#deps.runs.stopIn({ threadId });
    await this.#deps.journal.commit([{ change: 'thread.delete', threadId }]);
  }

  /** Oldest first, after `after`. @throws Refusal thread_not_found */
  async messages(
    threadId: ThreadId,
    query: { after: number; limit: number },
  ): Promise<Page<Message, number>> {
    await this.#known(threadId);
    const found = await this.#deps.threads.messages(threadId, { after: query.after, limit: query.limit + 1 });
    return paged(found, query.limit, ({ seq }) => seq);
  }

  async #known(threadId: ThreadId): Promise<Thread> {
    const thread = await this.#deps.threads.get(threadId);
    if (!thread) throw refuse.thread_not_found();
    return thread;
  }

  async #now(threads: readonly Thread[]): Promise<readonly ThreadNow[]> {
    const found = await this.#deps.threads.activity(threads.map(({ threadId }) => threadId));
    const at = this.#deps.clock.now();
    return threads.map((thread) => {
      const { pendingPrompt: prompt, ...activity } = found.get(thread.threadId) ?? idle;
      const timeoutMs = prompt ? timeLeft(prompt, at) : 0;
      // Whoever looks at an overdue prompt by itself writes down that it has expired; here it only does not count.
      return {
        ...thread,
        ...activity,
        pendingPrompt: prompt && timeoutMs > 0 ? { prompt, timeoutMs } : null,
      };
    });
  }
}

/** One row more than asked for tells whether there is a next page. */
function paged<Item, Position>(found: readonly Item[], limit: number, position: (item: Item) => Position) {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? position(last) : null };
}
