import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface QueueProblems extends Plain<'queue.queued_task_not_found'> {
  'queue.queue_full': { limit: number };
}
