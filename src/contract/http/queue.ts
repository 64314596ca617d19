import { Type } from 'typebox';
import { queuedTaskId, threadId } from '../../core/kernel/ids.ts';
import type { refuse as refuseAttachments } from '../../core/workspace/attachments/errors.ts';
import type { refuse as refuseModels } from '../../core/instance/models/errors.ts';
import type { refuse as refuseQueue } from '../../core/execution/queue/errors.ts';
import { queueLimits } from '../../core/execution/queue/limits.ts';
import type { QueuedTask } from '../../core/execution/queue/model.ts';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { Id, Time, time } from '../shapes.ts';
import { pathsIn, TaskBody, TaskHeaders } from './runs.ts';

const { json } = rowsRefusing<
  typeof refuseAttachments &
    typeof refuseModels &
    typeof refuseQueue &
    typeof refuseRuns &
    typeof refuseThreads
>();

const Task = Type.Object({
  queuedTaskId: Id,
  position: Type.Integer({ minimum: 1 }),
  task: Type.String(),
  profile: Type.Union([Type.String(), Type.Null()], { description: 'Null: that of the session' }),
  attachments: Type.Array(Type.Object({ path: Type.String() }), {
    description: 'Files of the workspace; they are read when it starts',
  }),
  createdAt: Time,
});

const shownTask = ({ queuedTaskId, task, profile, attachments, createdAt }: QueuedTask, index: number) => ({
  queuedTaskId,
  position: index + 1,
  task,
  profile,
  attachments: attachments.map((path) => ({ path })),
  createdAt: time(createdAt),
});

const RunOrNone = Type.Union([Id, Type.Null()]);

export const queue = {
  'queue.add': json({
    route: 'POST /api/threads/:id/queue',
    who: 'starter',
    needs: 'run',
    summary:
      'Add a task to the queue of a thread. It starts as a run of the thread when the run in progress and the tasks before ' +
      `it have ended, or at once if there are none; then the answer names the run, and the position is 0. At most ` +
      `${queueLimits.tasks} tasks wait in a thread. With an Idempotency-Key it may be repeated for 24 hours.`,
    status: 201,
    refuses: [
      'thread_not_found',
      'queue_full',
      'idempotency_mismatch',
      'draining',
      'provider_incomplete',
      'profile_unknown',
      'attachment_not_found',
      'attachment_unusable',
    ],
    ours: true,
    headers: TaskHeaders,
    body: TaskBody,
    returns: Type.Object({ queuedTaskId: Id, position: Type.Integer({ minimum: 0 }), runId: RunOrNone }),
    handle: async ({ queue }, { params, body, headers, asker }) =>
      await queue.add(asker.person, threadId(params.id), {
        task: body.task,
        profile: body.profile ?? null,
        attachments: pathsIn(body),
        idempotencyKey: headers['idempotency-key'] ?? null,
      }),
  }),
  'queue.get': json({
    route: 'GET /api/threads/:id/queue',
    who: 'starter',
    summary: 'The tasks that wait in a thread, the next one first.',
    status: 200,
    refuses: ['thread_not_found'],
    ours: true,
    returns: Type.Object({
      tasks: Type.Array(Task),
      held: Type.Boolean({ description: 'None of them starts before POST /api/threads/:id/queue/resume' }),
      reason: Type.Union([Type.String(), Type.Null()], {
        description:
          'Why it is held. aborted: a run was stopped by its owner; restarted: the engine was started again, and work ' +
          'does not start by itself then; budget: a run reached a cost ceiling; person_disabled: its person was disabled; handed_over: somebody else wrote what waits; otherwise the code with which a run ' +
          'failed or could not start',
      }),
    }),
    handle: async ({ queue }, { params, asker }) => {
      const { tasks, heldBy } = await queue.get(asker.person, threadId(params.id));
      return { tasks: tasks.map(shownTask), held: heldBy !== null, reason: heldBy };
    },
  }),
  'queue.remove': json({
    route: 'DELETE /api/threads/:id/queue/:queuedTaskId',
    who: 'starter',
    needs: 'run',
    summary: 'Take a waiting task out of the queue.',
    status: 204,
    refuses: ['thread_not_found', 'queued_task_not_found'],
    ours: true,
    handle: async ({ queue }, { params, asker }) => {
      await queue.remove(asker.person, threadId(params.id), queuedTaskId(params.queuedTaskId));
      return undefined;
    },
  }),
  'queue.resume': json({
    route: 'POST /api/threads/:id/queue/resume',
    who: 'starter',
    needs: 'run',
    summary:
      'Let a held queue go on: its next task starts now if no run is in progress, and the answer names the run. May be ' +
      'repeated.',
    status: 200,
    refuses: ['thread_not_found'],
    ours: true,
    returns: Type.Object({ resumed: Type.Literal(true), runId: RunOrNone }),
    handle: async ({ queue }, { params, asker }) => ({
      resumed: true as const,
      runId: await queue.resume(asker.person, threadId(params.id)),
    }),
  }),
};
