import type { NoticeId, TriggerId } from '../../kernel/ids.ts';
import type { Notice } from './model.ts';

export type NoticeChange =
  /** The oldest gives way where there are too many; one of a state takes the place of those before it. */
  | { readonly change: 'notice.add'; readonly notice: Notice }
  /** What was wrong with a trigger is over: removes its notices of a state. */
  | { readonly change: 'notice.over'; readonly triggerId: TriggerId }
  /** Ignored if it is gone. */
  | { readonly change: 'notice.remove'; readonly noticeId: NoticeId };
