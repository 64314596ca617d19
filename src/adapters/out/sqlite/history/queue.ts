import { sql } from 'kysely';
import { queuedTaskId, runId, sessionId, threadId } from '../../../../core/kernel/ids.ts';
import type { QueueChange, QueueStore } from '../../../../core/execution/queue/store.ts';
import type { QueuedTask } from '../../../../core/execution/queue/model.ts';
import { stepsOf } from '../../sql/step.ts';
import { dropEmptyHolds } from './leave-queue.ts';
import { queue as migration } from './migrations/queue.ts';
import { read, type Db, type Part, type Row } from './part.ts';
import { runFrom } from './runs.ts';
import { kept } from '../exported.ts';
import { list, text } from '../shape.ts';
import type { QueueTables } from './schema.ts';

export const queue: Part<QueueTables, QueueChange, { readonly queue: QueueStore }> = {
  migration,
  ids: [['queued_tasks', 'queued_task_id']],
  exported: {
    queued_tasks: {
      arriving: {
        columns: {
          ...kept('queue_no', 'queued_task_id', 'thread_id', 'task', 'profile', 'created_at'),
          attachments_json: { holds: list(text) },
        },
      },
      section: 'queuedTasks',
      says: 'tasks that wait for the run of their conversation',
    },
    queue_keys: {
      arriving: { without: 'all' },
      section: 'queueKeys',
      says: 'keys under which clients have sent tasks',
    },
    held_queues: {
      arriving: { columns: kept('thread_id', 'why') },
      section: 'heldQueues',
      says: 'queues that do not go on by themselves',
    },
  },
  steps: (db) => {
    return {
      'queue.add': ({ task, idempotencyKey: key }) => {
        const row = {
          queued_task_id: task.queuedTaskId,
          thread_id: task.threadId,
          task: task.task,
          profile: task.profile,
          attachments_json: task.attachments.length === 0 ? null : JSON.stringify(task.attachments),
          created_at: task.createdAt,
        };
        const next = sql<number>`(SELECT coalesce(max(queue_no), 0) + 1 FROM queued_tasks)`;
        return stepsOf([
          db.insertInto('queued_tasks').values({ ...row, queue_no: next }),
          ...(key === null ? [] : [db.insertInto('queue_keys').values({ ...row, key, run_id: null })]),
        ]);
      },
      'queue.remove': ({ queuedTaskId: id, threadId: thread }) => [
        ...stepsOf([
          db.deleteFrom('queued_tasks').where('queued_task_id', '=', id).where('thread_id', '=', thread),
        ]).map((step) => ({ ...step, atLeast: 1 })),
        ...stepsOf([db.deleteFrom('queue_keys').where('queued_task_id', '=', id)]),
        dropEmptyHolds,
      ],
      'queue.hold': ({ threadId: thread, why }) => [
        sql`INSERT INTO held_queues (thread_id, why)
          SELECT thread_id, ${why} FROM queued_tasks WHERE thread_id = ${thread} LIMIT 1
          ON CONFLICT DO NOTHING`.compile(db),
      ],
      'queue.hold-all': ({ why }) => [
        sql`INSERT INTO held_queues (thread_id, why) SELECT DISTINCT thread_id, ${why} FROM queued_tasks WHERE TRUE
          ON CONFLICT DO NOTHING`.compile(db),
      ],
      'queue.resume': ({ threadId: thread }) =>
        stepsOf([db.deleteFrom('held_queues').where('thread_id', '=', thread)]),
      'queue.forget-keys': ({ past: { before, after } }) =>
        stepsOf([
          db.deleteFrom('queue_keys').where('created_at', '<', before),
          db.deleteFrom('queue_keys').where('created_at', '>', after),
        ]),
    };
  },
  reads: (db) => ({ queue: queueStore(db) }),
};

const queueStore = (db: Db): QueueStore => ({
  queueOf: async (id) => {
    const waiting = db.selectFrom('queued_tasks').selectAll().where('thread_id', '=', id);
    const held = db.selectFrom('held_queues').select('why').where('thread_id', '=', id);
    const [rows, hold] = await Promise.all([
      read(waiting.orderBy('queue_no').execute()),
      read(held.executeTakeFirst()),
    ]);
    return { tasks: rows.map(queuedTaskFrom), heldBy: hold?.why ?? null };
  },

  byKey: async (id, key, since) => {
    const query = db.selectFrom('queue_keys').selectAll().where('thread_id', '=', id).where('key', '=', key);
    const row = await read(query.where('created_at', '>=', since).executeTakeFirst());
    return row
      ? {
          queuedTaskId: queuedTaskId(row.queued_task_id),
          task: row.task,
          profile: row.profile,
          attachments: pathsFrom(row),
          runId: row.run_id === null ? null : runId(row.run_id),
        }
      : null;
  },

  lastRun: async (id) => {
    const query = db
      .selectFrom('runs')
      .selectAll()
      .where('thread_id', '=', id)
      .where('replay_of', 'is', null);
    const row = await read(query.orderBy('run_no', 'desc').limit(1).executeTakeFirst());
    return row ? runFrom(row) : null;
  },

  sessionFor: async (id) => {
    const ofLastRun = db
      .selectFrom('runs')
      .innerJoin('sessions', 'sessions.session_id', 'runs.session_id')
      .select('sessions.session_id')
      .where('runs.thread_id', '=', id)
      .where('runs.replay_of', 'is', null)
      .orderBy('run_no', 'desc')
      .limit(1);
    const newest = db.selectFrom('sessions').select('session_id').where('thread_id', '=', id);
    const found =
      (await read(ofLastRun.executeTakeFirst())) ??
      (await read(newest.orderBy('created_at', 'desc').limit(1).executeTakeFirst()));
    return found ? sessionId(found.session_id) : null;
  },

  isAnyWaiting: async () =>
    (await read(db.selectFrom('queued_tasks').select('queue_no').limit(1).executeTakeFirst())) !== undefined,
});

const queuedTaskFrom = (row: Row<'queued_tasks'>): QueuedTask => ({
  queuedTaskId: queuedTaskId(row.queued_task_id),
  threadId: threadId(row.thread_id),
  task: row.task,
  profile: row.profile,
  attachments: pathsFrom(row),
  createdAt: row.created_at,
});

const pathsFrom = ({ attachments_json: json }: Pick<Row<'queued_tasks'>, 'attachments_json'>) =>
  JSON.parse(json ?? '[]') as readonly string[];
