import type { Whose } from '../../trust/people/model.ts';
import type { NoticeId, PersonId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Journal } from '../../ports/journal.ts';
import type { NoticeChange, NoticeStore } from './store.ts';
import { refuse } from './errors.ts';
import type { Notice } from './model.ts';

export interface NoticeServiceDeps {
  readonly journal: Journal<NoticeChange>;
  readonly notices: NoticeStore;
  /** Whom the status of the engine reminds. */
  readonly owner: () => PersonId;
}

/** What the engine has to tell its owner. */
export class NoticeService {
  readonly #deps: NoticeServiceDeps;

  constructor(deps: NoticeServiceDeps) {
    this.#deps = deps;
  }

  /** The newest first. */
  async list(
    whose: Whose,
    query: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<Notice, number>> {
    return await this.#deps.notices.list(whose, query);
  }

  /** For the status of the engine, in sentences. Never rejects: an unusable store is told elsewhere. */
  async reminders(): Promise<readonly string[]> {
    try {
      const count = await this.#deps.notices.count(this.#deps.owner());
      if (count === 0) return [];
      return [`${count === 1 ? 'A notice waits' : `${count} notices wait`} for you. ${WHERE}`];
    } catch {
      return [];
    }
  }

  /** @throws Refusal notice_not_found */
  async dismiss(whose: Whose, noticeId: NoticeId): Promise<void> {
    if (!(await this.#deps.notices.get(whose, noticeId))) throw refuse.notice_not_found();
    await this.#deps.journal.commit([{ change: 'notice.remove', noticeId }]);
  }
}

const WHERE = 'Read them with svc trigger notices, or on the page under Waiting.';
