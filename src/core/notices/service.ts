import type { NoticeId } from '../kernel/ids.ts';
import type { Page } from '../kernel/page.ts';
import type { Journal } from '../ports/journal.ts';
import type { NoticeChange } from './changes.ts';
import { refuse } from './errors.ts';
import type { Notice } from './model.ts';
import type { NoticeStore } from './store.ts';

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
  async list(query: {
    readonly limit: number;
    readonly after: number | null;
  }): Promise<Page<Notice, number>> {
    return await this.#deps.notices.list(query);
  }

  /** How many there are. */
  async count(): Promise<number> {
    return await this.#deps.notices.count();
  }

  /** @throws Refusal notice_not_found */
  async dismiss(noticeId: NoticeId): Promise<void> {
    if (!(await this.#deps.notices.get(noticeId))) throw refuse.notice_not_found();
    await this.#deps.journal.commit([{ change: 'notice.remove', noticeId }]);
  }
}
