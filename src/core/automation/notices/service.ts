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
  async list(query: {
    readonly limit: number;
    readonly after: number | null;
  }): Promise<Page<Notice, number>> {
    return await this.#deps.notices.list(query);
  }

  /** For the status of the engine, in sentences. Never rejects: an unusable store is told elsewhere. */
  async reminders(): Promise<readonly string[]> {
    try {
      const count = await this.#deps.notices.count();
      if (count === 0) return [];
      return [`${count === 1 ? 'A notice waits' : `${count} notices wait`} for you. ${WHERE}`];
    } catch {
      return [];
    }
  }

  /** @throws Refusal notice_not_found */
  async dismiss(noticeId: NoticeId): Promise<void> {
    if (!(await this.#deps.notices.get(noticeId))) throw refuse.notice_not_found();
    await this.#deps.journal.commit([{ change: 'notice.remove', noticeId }]);
  }
}

const WHERE = 'Read them with svc trigger notices, or on the page under Waiting.';
