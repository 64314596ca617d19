import { byPerson } from '../../core/trust/people/model.ts';
import { Type } from 'typebox';
import type { refuse as refuseBackground } from '../../core/conversation/background/errors.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import type { refuse as refuseTasks } from '../../core/automation/tasks/errors.ts';
import { taskLimits } from '../../core/automation/tasks/limits.ts';
import type { TaskShown } from '../../core/automation/tasks/service.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { instantFrom } from '../instant.ts';
import { rowsRefusing } from '../row.ts';
import {
  saysAs,
  SaysOfText,
  closed,
  cursorQuery,
  Id,
  isRowNumber,
  limitQuery,
  NextCursor,
  OrNull,
  Time,
  time,
} from '../shapes.ts';

const { json } = rowsRefusing<typeof refuseBackground & typeof refuseTasks>();

const Status = Type.Enum(['open', 'in_progress', 'completed', 'failed']);
const Priority = Type.Enum(['low', 'medium', 'high', 'urgent']);
const Title = Type.String({
  minLength: 1,
  maxLength: taskLimits.titleChars,
  pattern: '\\S',
  description: 'What it is',
});
const Description = OrNull(
  Type.String({ maxLength: taskLimits.descriptionChars, description: 'What to do' }),
);
const Assignee = OrNull(
  Type.String({
    minLength: 1,
    maxLength: taskLimits.assigneeChars,
    description: 'Whose it is; agent: the agent works on it at once, in the background',
  }),
);
const DueAt = OrNull(Type.String({ format: 'date-time', description: 'When it is due' }));
const Tags = Type.Array(
  Type.String({ minLength: 1, maxLength: taskLimits.tagChars, description: 'A word to find it by' }),
  { maxItems: taskLimits.tags },
);
const Parent = OrNull(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The id of the task that it is in, or its beginning',
  }),
);

const TaskShape = Type.Object({
  taskId: Type.String(),
  title: Type.String(),
  description: OrNull(Type.String()),
  status: Status,
  priority: Priority,
  assignee: OrNull(Type.String()),
  dueAt: OrNull(Time),
  tags: Type.Array(Type.String()),
  parentId: OrNull(Type.String()),
  threadId: OrNull(Id),
  runId: OrNull(Id),
  problem: OrNull(Type.String({ description: 'Why the agent did not complete it' })),
  says: Type.Object({ problem: SaysOfText }),
  report: OrNull(
    Type.String({ description: 'What the agent said when it ended its work; nothing has checked it' }),
  ),
  completedBy: OrNull(
    Type.Enum(['owner', 'agent'], {
      description: 'agent: it says that it is done, and nothing has checked that',
    }),
  ),
  createdBy: Type.Enum(['owner', 'agent']),
  createdAt: Time,
  updatedAt: Time,
  completedAt: OrNull(Time),
  running: Type.Boolean({ description: 'The agent works on it now' }),
  stoppable: Type.Boolean({ description: 'A stop can end that work' }),
  waiting: Type.Boolean({ description: 'That work waits for an answer of its owner: GET /api/prompts' }),
});

const whenOrNull = (at: number | null) => (at === null ? null : time(at));

export const shownTask = ({ task, running, stoppable, waiting }: TaskShown) => ({
  taskId: task.taskId,
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  assignee: task.assignee,
  dueAt: whenOrNull(task.dueAt),
  tags: [...task.tags],
  parentId: task.parentId,
  threadId: task.threadId,
  runId: task.runId,
  problem: task.problem?.text ?? null,
  says: saysAs('problem', task.problem?.says),
  report: task.report,
  completedBy:
    task.completedBy === null ? null : task.completedBy === 'agent' ? ('agent' as const) : ('owner' as const),
  createdBy: task.createdBy === 'agent' ? ('agent' as const) : ('owner' as const),
  createdAt: time(task.createdAt),
  updatedAt: time(task.updatedAt),
  completedAt: whenOrNull(task.completedAt),
  running,
  stoppable,
  waiting,
});

const instantOf = (text: string | null | undefined) =>
  text === undefined ? {} : { dueAt: text === null ? null : instantFrom('/dueAt', text) };

const Fields = {
  description: Type.Optional(Description),
  priority: Type.Optional(Priority),
  assignee: Type.Optional(Assignee),
  dueAt: Type.Optional(DueAt),
  tags: Type.Optional(Tags),
  parentId: Type.Optional(Parent),
};

export const tasks = {
  'tasks.list': json({
    route: 'GET /api/tasks',
    who: 'starter',
    summary: 'List tasks, the newest first.',
    status: 200,
    refuses: ['task_not_found', 'ambiguous_id', 'id_too_short'],
    query: Type.Object({
      status: Type.Optional(Status),
      assignee: Type.Optional(
        Type.String({ minLength: 1, maxLength: taskLimits.assigneeChars, description: 'Whose they are' }),
      ),
      tag: Type.Optional(
        Type.String({ minLength: 1, maxLength: taskLimits.tagChars, description: 'A tag that they have' }),
      ),
      parent: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'Only what is in this task' }),
      ),
      q: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: taskLimits.queryChars,
          description: 'Words in the title or the description; all of them must be there',
        }),
      ),
      limit: limitQuery,
      cursor: cursorQuery,
    }),
    returns: Type.Object({ tasks: Type.Array(TaskShape), nextCursor: NextCursor }),
    handle: async (
      { tasks },
      {
        query: { status = null, assignee = null, tag = null, parent = null, q: words = null, limit, cursor },
        asker,
      },
    ) => {
      const asked = { status, assignee, tag, parent, words, limit: limit ?? listLimits.byDefault };
      const { items, next } = await tasks.list({ ...asked, after: positionFrom(cursor, isRowNumber) }, asker);
      return { tasks: items.map(shownTask), nextCursor: cursorFrom(next) };
    },
  }),
  'tasks.get': json({
    route: 'GET /api/tasks/:id',
    who: 'starter',
    summary: 'One task, by its id or the beginning of it.',
    status: 200,
    refuses: ['task_not_found', 'ambiguous_id', 'id_too_short'],
    ours: true,
    returns: TaskShape,
    handle: async ({ tasks }, { params, asker }) => shownTask(await tasks.get(params.id, asker)),
  }),
  'tasks.create': json({
    route: 'POST /api/tasks',
    who: 'starter',
    needs: 'run',
    summary: 'Create a task. With the assignee agent, the agent works on it at once, in the background.',
    status: 201,
    refuses: ['task_not_found', 'ambiguous_id', 'id_too_short', 'invalid_parent', 'invalid_task'],
    body: Type.Object({ title: Title, ...Fields }, closed),
    returns: TaskShape,
    handle: async ({ tasks }, { body: { dueAt, ...body }, asker }) =>
      shownTask(await tasks.create({ ...body, ...instantOf(dueAt) }, byPerson(asker.person))),
  }),
  'tasks.set': json({
    route: 'PATCH /api/tasks/:id',
    who: 'starter',
    summary: 'Change a task. Given to the assignee agent, also once more, the work on it begins.',
    status: 200,
    refuses: [
      'task_not_found',
      'ambiguous_id',
      'id_too_short',
      'invalid_parent',
      'invalid_task',
      'task_running',
    ],
    body: Type.Object(
      { title: Type.Optional(Title), status: Type.Optional(Status), ...Fields },
      { ...closed, minProperties: 1 },
    ),
    returns: TaskShape,
    handle: async ({ tasks }, { params, body: { dueAt, ...body }, asker }) =>
      shownTask(await tasks.set(params.id, { ...body, ...instantOf(dueAt) }, asker)),
  }),
  'tasks.delete': json({
    route: 'DELETE /api/tasks/:id',
    who: 'starter',
    summary: 'Delete a task and everything in it. Work of the agent on them is stopped first.',
    status: 204,
    refuses: ['task_not_found', 'ambiguous_id', 'id_too_short'],
    handle: async ({ tasks }, { params, asker }) => {
      await tasks.remove(params.id, asker);
      return undefined;
    },
  }),
  'tasks.complete': json({
    route: 'POST /api/tasks/:id/complete',
    who: 'starter',
    needs: 'run',
    summary:
      'Mark a task complete, and what is open in it. May be repeated; so its owner confirms what the agent completed.',
    status: 200,
    refuses: ['task_not_found', 'ambiguous_id', 'id_too_short'],
    returns: TaskShape,
    handle: async ({ tasks }, { params, asker }) => shownTask(await tasks.complete(params.id, asker)),
  }),
  'tasks.stop': json({
    route: 'POST /api/tasks/:id/stop',
    who: 'person',
    needs: 'run',
    summary:
      'Ask the work of a task or a trigger to stop, by its id, the id of its run, or the beginning of either. It is requested, not done: the run may still finish on its own.',
    status: 202,
    refuses: ['task_not_found', 'ambiguous_id', 'id_too_short', 'not_running', 'unstoppable', 'forbidden'],
    returns: Type.Object({ requested: Type.Literal(true), runId: OrNull(Id) }),
    handle: async ({ stops }, { params, asker }) => ({
      requested: true as const,
      runId: await stops.stop(params.id, asker),
    }),
  }),
};
