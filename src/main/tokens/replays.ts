import type { ReplayService } from '../../core/replays/service.ts';
import type { TimelineService } from '../../core/timelines/service.ts';
import { token } from '../token.ts';

export const replayTokens = {
  replays: token<ReplayService>('replays'),
  timelines: token<TimelineService>('timelines'),
};
