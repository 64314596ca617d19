import type { Whose } from '../../trust/people/model.ts';
import type { NoticeId, TriggerId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Notice } from './model.ts';

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface NoticeStore {
  get(whose: Whose, noticeId: NoticeId): Promise<Notice | null>;
  /** The newest first, after the notice number `after`. */
  list(
    whose: Whose,
    query: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<Notice, number>>;
  count(whose: Whose): Promise<number>;
}

export type NoticeChange =
  /** The oldest of its person gives way where there are too many; one of a state takes the place of those before it. */
  | { readonly change: 'notice.add'; readonly notice: Notice }
  /** What was wrong with a trigger is over: removes its notices of a state. */
  | { readonly change: 'notice.over'; readonly triggerId: TriggerId }
  /** Ignored if it is gone. */
  | { readonly change: 'notice.remove'; readonly noticeId: NoticeId };
