import { refusals } from '../../kernel/refusal.ts';
import type { QueueProblems } from './says.ts';

export const refuse = refusals<QueueProblems>()('queue', {
  queue_full: 'conflict',
  queued_task_not_found: 'not_found',
});
