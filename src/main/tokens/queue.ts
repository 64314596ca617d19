import type { QueueService } from '../../core/queue/service.ts';
import type { QueueStore } from '../../core/queue/store.ts';
import { token } from '../token.ts';

export const queueTokens = {
  queueStore: token<QueueStore>('queue-store'),
  queue: token<QueueService>('queue'),
};
