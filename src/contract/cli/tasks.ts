import type { AnswerOf, Client } from '../client.ts';
import type { httpRows } from '../http/rows.ts';
import { tasks as routes } from '../http/tasks.ts';
import type { CommandRow, Line } from './command.ts';
import { commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';
import { say } from './says.ts';

export const words = {
  whenGone: say('gone.tasks'),
  whenNothing: say('nothing.task'),
  named: 'task' as const,
};

type Task = AnswerOf<(typeof routes)['tasks.get']>;

/** The implementations; each resolves to the exit code. */
export interface TaskVerbs {
  readonly task: {
    show(asked: { readonly id: string; readonly json: boolean }): Promise<number>;
    done(asked: { readonly id: string; readonly json: boolean }): Promise<number>;
  };
}

const due = ({ dueAt }: Task): string => (dueAt === null ? '' : `due ${localMinute(dueAt)}`);
const assigned = ({ assignee }: Task): string => (assignee === null ? '' : `for ${assignee}`);

const stateOf = ({ status, running, waiting, completedBy }: Task): string =>
  waiting
    ? 'waits for your answer: svc waiting'
    : running
      ? 'running'
      : status === 'completed' && completedBy === 'agent'
        ? 'the agent says completed (not checked)'
        : status;

export const lineOfTask = (task: Task): Line => [
  task.taskId,
  stateOf(task),
  task.priority,
  task.title,
  assigned(task),
  due(task),
  task.tags.join(', '),
];

export const inFull = (task: Task): readonly Line[] => [
  lineOfTask(task),
  ...(task.description === null ? [] : task.description.split('\n')),
  ...(task.report === null
    ? []
    : ['The agent says, and nothing has checked it:', ...task.report.split('\n')]),
  ...(task.problem === null ? [] : [task.problem]),
  ...(task.parentId === null ? [] : [`in the task ${task.parentId}`]),
  ...(task.threadId === null ? [] : [`conversation ${task.threadId}`]),
];

export const tasksIn = (count: number): string => (count === 1 ? '1 task' : `${count} tasks`);

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

export const tasks: readonly CommandRow<TaskVerbs>[] = [
  {
    ...command('task', 'tasks.list', list),
    commands: [
      command('list', 'tasks.list', list),
      command('add', 'tasks.create', {
        args: { title: 'title' },
        options: fields,
        lines: inFull,
      }),
      {
        kind: 'command',
        name: 'show',
        args: [{ name: 'id' }],
        json: true,
        handle: ({ task }, { args: [one = ''], json }) => task.show({ id: one, json }),
      },
      command('set', 'tasks.set', {
        args: id,
        options: fields,
        lines: inFull,
      }),
      {
        kind: 'command',
        name: 'done',
        args: [{ name: 'id' }],
        json: true,
        handle: ({ task }, { args: [one = ''], json }) => task.done({ id: one, json }),
      },
      command('stop', 'tasks.stop', {
        args: id,
        lines: () => ['It is asked to stop. svc task and svc trigger show when it has.'],
      }),
      command('remove', 'tasks.delete', {
        args: id,
        asksFirst: async (client, { params }) => {
          const { taskId, title } = await client['tasks.get']({ params });
          const inside = (await everythingIn(client, taskId)).length;
          return {
            goes:
              inside === 0 ? null : `${tasksIn(inside)} in ${JSON.stringify(title)} would be deleted with it`,
            question: 'Delete all of them',
            undone: 'Nothing was deleted.',
            request: { params: { id: taskId } },
            done: inside === 0 ? 'Deleted.' : `Deleted, with ${tasksIn(inside)} in it.`,
          };
        },
      }),
    ],
  },
];
