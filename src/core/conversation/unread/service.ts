// Room: which threads have news that their owner has not seen.

import type { Whose } from '../../trust/people/model.ts';
import type { ThreadId } from '../../kernel/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import { refuse } from '../threads/errors.ts';
import type { ThreadStore } from '../threads/store.ts';
import type { UnreadChange } from './changes.ts';

interface UnreadServiceParts {
  readonly journal: Journal<UnreadChange>;
  readonly threads: Pick<ThreadStore, 'get' | 'activity'>;
}

/** Which threads have news that their owner has not seen. */
export class UnreadService {
  readonly #journal: Journal<UnreadChange>;
  readonly #threads: Pick<ThreadStore, 'get' | 'activity'>;

  constructor({ journal, threads }: UnreadServiceParts) {
    this.#journal = journal;
    this.#threads = threads;
  }

  /** The owner has seen the thread; repeatable. @throws Refusal thread_not_found */
  async seen(whose: Whose, threadId: ThreadId): Promise<void> {
    if (!(await this.#threads.get(whose, threadId))) throw refuse.thread_not_found();
    // A page says this often, and mostly nothing changes.
    const isUnread = (await this.#threads.activity([threadId])).get(threadId)?.unread ?? false;
    if (isUnread) await this.#journal.commit([{ change: 'thread.seen', threadId }]);
  }
}
