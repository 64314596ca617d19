import type { NoticeId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Notice } from './model.ts';

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface NoticeStore {
  get(noticeId: NoticeId): Promise<Notice | null>;
  /** The newest first, after the notice number `after`. */
  list(query: { readonly limit: number; readonly after: number | null }): Promise<Page<Notice, number>>;
  count(): Promise<number>;
}
