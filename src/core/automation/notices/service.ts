import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';
import type { Whose } from '../../trust/people/model.ts';
import type { NoticeId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Journal } from '../../ports/journal.ts';
import type { NoticeChange, NoticeStore } from './store.ts';
import { refuse } from './errors.ts';
import type { Notice } from './model.ts';

export interface NoticeServiceDeps {
  readonly journal: Journal<NoticeChange>;
  readonly notices: NoticeStore;
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

  /** For the status of the engine. Never rejects: an unusable store is told elsewhere. */
  async reminders(whose: Whose): Promise<readonly Says[]> {
    try {
      const count = await this.#deps.notices.count(whose);
      return count === 0 ? [] : [say('notices.waiting', { count })];
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
