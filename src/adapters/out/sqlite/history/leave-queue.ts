import type { QueuedTaskId, RunId } from '../../../../core/kernel/ids.ts';
import { stepsOf, type Step } from '../../sql/step.ts';
import type { Db } from './part.ts';

/** A queue that has become empty begins anew. Few threads are held, so all are looked at. */
export const dropEmptyHolds: Step = {
  sql: 'DELETE FROM held_queues WHERE NOT EXISTS (SELECT 1 FROM queued_tasks WHERE queued_tasks.thread_id = held_queues.thread_id)',
  parameters: [],
};

/** The task becomes a run; refused if it does not wait. */
export const takeQueued = (db: Db, id: QueuedTaskId, runId: RunId): readonly Step[] => [
  ...stepsOf([db.deleteFrom('queued_tasks').where('queued_task_id', '=', id)]).map((step) => ({
    ...step,
    atLeast: 1,
  })),
  ...stepsOf([db.updateTable('queue_keys').set({ run_id: runId }).where('queued_task_id', '=', id)]),
  dropEmptyHolds,
];
