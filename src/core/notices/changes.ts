import type { NoticeId } from '../kernel/ids.ts';
import type { Notice } from './model.ts';

export type NoticeChange =
  /** The oldest gives way where there are too many. */
  | { readonly change: 'notice.add'; readonly notice: Notice }
  /** Ignored if it is gone. */
  | { readonly change: 'notice.remove'; readonly noticeId: NoticeId };
