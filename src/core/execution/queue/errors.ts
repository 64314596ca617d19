import { conflict, notFound, refusals } from '../../kernel/refusal.ts';
import { queueLimits } from './limits.ts';

export const refuse = refusals({
  queue_full: conflict(
    `This thread has ${queueLimits.tasks} waiting tasks, which is the limit. Wait for one to start, or remove one.`,
  ),
  queued_task_not_found: notFound('No task with this id waits here. It may have started, or been removed.'),
});
