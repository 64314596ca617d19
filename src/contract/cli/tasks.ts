import type { AnswerOf, Client } from '../client.ts';
import type { httpRows } from '../http/rows.ts';
import { tasks as routes } from '../http/tasks.ts';
import type { Line } from './command.ts';
import { commandsOf, listing } from './from-route.ts';
import { localMinute } from './local-time.ts';
import { say, type Tell } from './says.ts';

export const words = {
  whenGone: say('gone.tasks'),
  whenNothing: say('nothing.task'),
  named: 'task' as const,
};

type Task = AnswerOf<(typeof routes)['tasks.get']>;

const due = ({ dueAt }: Task, tell: Tell): string =>
  dueAt === null ? '' : tell('terminal.task_due', { at: localMinute(dueAt) });
const assigned = ({ assignee }: Task, tell: Tell): string =>
  assignee === null ? '' : tell('terminal.task_for', { who: assignee });

const stateOf = ({ status, running, waiting, completedBy }: Task, tell: Tell): string =>
  waiting
    ? tell('terminal.waits_for_you')
    : running
      ? 'running'
      : status === 'completed' && completedBy === 'agent'
        ? tell('terminal.unchecked_completed')
        : status;

export const lineOfTask = (task: Task, tell: Tell): Line => [
  task.taskId,
  stateOf(task, tell),
  task.priority,
  task.title,
  assigned(task, tell),
  due(task, tell),
  task.tags.join(', '),
];

export const inFull = (task: Task, tell: Tell): readonly Line[] => [
  lineOfTask(task, tell),
  ...(task.description === null ? [] : task.description.split('\n')),
  ...(task.report === null ? [] : [tell('terminal.agent_says'), ...task.report.split('\n')]),
  ...(task.problem === null ? [] : [task.problem]),
  ...(task.parentId === null ? [] : [tell('terminal.in_task', { id: task.parentId })]),
  ...(task.threadId === null ? [] : [tell('terminal.in_conversation', { id: task.threadId })]),
];

export async function childrenOf(client: Client<typeof httpRows>, parent: string): Promise<readonly Task[]> {
  let found: readonly Task[] = [];
  let cursor: string | null = null;
  do {
    const query = { parent, limit: 200, ...(cursor === null ? {} : { cursor }) };
    const page: AnswerOf<(typeof routes)['tasks.list']> = await client['tasks.list']({ query });
    found = [...found, ...page.tasks];
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

export async function everythingIn(
  client: Client<typeof httpRows>,
  parent: string,
): Promise<readonly Task[]> {
  const children = await childrenOf(client, parent);
  const below = await Promise.all(children.map(({ taskId }) => everythingIn(client, taskId)));
  return [...children, ...below.flat()];
}

const command = commandsOf(routes, words);
const id = { id: 'id' } as const;

/** A day that is typed means its end. */
const fields = { due: { of: 'dueAt', day: 'ends' }, parent: 'parentId', tag: 'tags' } as const;

const list = {
  options: { words: 'q', tag: { of: 'tag', repeats: true } },
  sends: { query: { limit: 200 } },
  columns: ['taskId', stateOf, 'priority', 'title', assigned, due, 'tags'],
  none: say('none.tasks'),
} as const;

export const tasks = listing('task', command('list', 'tasks.list', list), [
  command('add', 'tasks.create', {
    args: { title: 'title' },
    options: fields,
    lines: inFull,
  }),
  {
    name: 'show',
    args: [{ name: 'id' }],
    json: true,
    own: 'task show',
  },
  command('set', 'tasks.set', {
    args: id,
    options: fields,
    lines: inFull,
  }),
  {
    name: 'done',
    args: [{ name: 'id' }],
    json: true,
    own: 'task done',
  },
  command('stop', 'tasks.stop', {
    args: id,
    lines: (_, tell: Tell) => [tell('terminal.asked_to_stop_task')],
  }),
  command('remove', 'tasks.delete', {
    args: id,
    asksFirst: async (client, { params }, tell: Tell) => {
      const { taskId, title } = await client['tasks.get']({ params });
      const inside = (await everythingIn(client, taskId)).length;
      return {
        goes:
          inside === 0
            ? null
            : tell('terminal.tasks_would_go', { count: inside, title: JSON.stringify(title) }),
        question: tell('terminal.delete_all'),
        undone: tell('terminal.nothing_deleted'),
        request: { params: { id: taskId } },
        done:
          inside === 0 ? tell('terminal.deleted') : tell('terminal.deleted_with_tasks', { count: inside }),
      };
    },
  }),
]);
