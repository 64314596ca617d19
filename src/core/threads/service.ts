import type { ChangesetService } from '../changesets/service.ts';
import type { ThreadId } from '../kernel/ids.ts';
import type { Page } from '../kernel/page.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { RunService } from '../runs/service.ts';
import { refuse } from './errors.ts';
import type { Message, Thread } from './model.ts';
import type { ThreadPosition, ThreadStore } from './store.ts';

export interface ThreadServiceDeps {
  readonly journal: Journal;
  readonly threads: ThreadStore;
  readonly runs: Pick<RunService, 'whileStopped'>;
  readonly changesets: Pick<ChangesetService, 'confirmReviewed' | 'dissolve'>;
  readonly clock: Clock;
}

export class ThreadService {
  readonly #deps: ThreadServiceDeps;

  constructor(deps: ThreadServiceDeps) {
    this.#deps = deps;
  }

  /** Those that were made or changed last come first, whatever the clock said. */
  async list(query: {
    readonly limit: number;
    readonly after: ThreadPosition | null;
    readonly includeArchived: boolean;
  }): Promise<Page<Thread, ThreadPosition>> {
    return await this.#deps.threads.list(query);
  }

  /** @throws Refusal thread_not_found */
  async get(threadId: ThreadId): Promise<Thread> {
    const thread = await this.#deps.threads.get(threadId);
    if (!thread) throw refuse.thread_not_found();
    return thread;
  }

  /** Renames, archives, or brings back. @throws Refusal thread_not_found */
  async set(
    threadId: ThreadId,
    fields: { readonly title?: string; readonly archived?: boolean },
  ): Promise<Thread> {
    await this.get(threadId);
    const updatedAt = this.#deps.clock.now();
    await this.#deps.journal.commit([{ change: 'thread.set', threadId, ...fields, updatedAt }]);
    return await this.get(threadId);
  }

  /**
   * Stops its run and removes what was said in it, for good. `changes` says what becomes of files that its runs have
   * changed and that wait for review; null where there should be none.
   * @throws Refusal thread_not_found, changes_pending, changes_not_undone; then the thread is there as before
   */
  async delete(threadId: ThreadId, changes: 'keep' | 'undo' | null): Promise<void> {
    const { runs, changesets, journal } = this.#deps;
    await this.get(threadId);
    if (changes === null) await changesets.confirmReviewed(threadId);
    await runs.whileStopped({ threadId }, async () => {
      // The run that was stopped may have changed something after the first look.
      if (changes === null) await changesets.confirmReviewed(threadId);
      await changesets.dissolve(threadId, changes ?? 'keep', () =>
        journal.commit([{ change: 'thread.delete', threadId }]),
      );
    });
  }

  /** Oldest first, after `after`. @throws Refusal thread_not_found */
  async messages(
    threadId: ThreadId,
    query: { after: number; limit: number },
  ): Promise<Page<Message, number>> {
    await this.get(threadId);
    return await this.#deps.threads.messagePage(threadId, query);
  }
}
