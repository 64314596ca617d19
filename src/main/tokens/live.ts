import type { ThreadNews } from '../../core/live/news.ts';
import type { LiveService } from '../../core/live/service.ts';
import { token } from '../token.ts';

export const liveTokens = {
  threadNews: token<ThreadNews>('thread-news'),
  live: token<LiveService>('live'),
};
