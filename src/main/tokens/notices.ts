import type { NoticeService } from '../../core/notices/service.ts';
import type { NoticeStore } from '../../core/notices/store.ts';
import { token } from '../token.ts';

export const noticeTokens = {
  noticeStore: token<NoticeStore>('notice-store'),
  notices: token<NoticeService>('notices'),
};
