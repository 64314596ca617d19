import type { AnswerOf } from '../client.ts';
import { tasks as routes } from '../http/tasks.ts';
import type { CommandRow, Line } from './command.ts';
import { commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';

export const words = {
  whenGone: 'svc task lists the tasks.',
  whenNothing: 'This is not the id of a task: svc task lists them.',
  named: 'task' as const,
};

type Task = AnswerOf<(typeof routes)['tasks.get']>;
export type ShownTask = Task;

/** The implementations; each resolves to the exit code. */
export interface TaskVerbs {
  readonly task: {
    show(asked: { readonly id: string; readonly json: boolean }): Promise<number>;
    done(asked: { readonly id: string; readonly json: boolean }): Promise<number>;
    /** Asks first if there is something in it. */
    remove(asked: { readonly id: string; readonly yes: boolean }): Promise<number>;
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

const command = commandsOf(routes, words);
const id = { id: { of: 'id', summary: 'its id from the list, or the beginning of it' } } as const;

/** A day that is typed means its end. */
const fields = { due: { of: 'dueAt', day: 'ends' }, parent: 'parentId', tag: 'tags' } as const;

const list = {
  options: { words: 'q', tag: { of: 'tag', repeats: true } },
  sends: { query: { limit: 200 } },
  columns: ['taskId', stateOf, 'priority', 'title', assigned, due, 'tags'],
  none: 'There are no such tasks.',
} as const;

export const tasks: readonly CommandRow<TaskVerbs>[] = [
  {
    ...command('task', 'tasks.list', {
      ...list,
      summary: 'Print tasks; add, change, complete, stop and delete them.',
    }),
    commands: [
      command('list', 'tasks.list', { ...list, summary: 'Print tasks, the newest first.' }),
      command('add', 'tasks.create', {
        summary: 'Add a task. The agent works on those with --assignee agent while an engine runs.',
        args: { title: 'title' },
        options: fields,
        lines: inFull,
      }),
      {
        kind: 'command',
        name: 'show',
        summary: 'Print a task in full.',
        args: [{ name: 'id', summary: id.id.summary }],
        json: true,
        handle: ({ task }, { args: [one = ''], json }) => task.show({ id: one, json }),
      },
      command('set', 'tasks.set', {
        summary: 'Change a task. Given to the agent, also once more, the agent works on it.',
        args: id,
        options: fields,
        lines: inFull,
      }),
      {
        kind: 'command',
        name: 'done',
        summary: 'Mark a task as completed, and what is open in it.',
        args: [{ name: 'id', summary: id.id.summary }],
        json: true,
        handle: ({ task }, { args: [one = ''], json }) => task.done({ id: one, json }),
      },
      command('stop', 'tasks.stop', {
        summary: 'Ask the work on a task, a trigger or a run to stop.',
        args: id,
        lines: () => ['It is asked to stop. svc task and svc trigger show when it has.'],
      }),
      {
        kind: 'command',
        name: 'remove',
        summary: 'Delete a task and everything in it.',
        args: [{ name: 'id', summary: id.id.summary }],
        switches: [{ name: 'yes', summary: 'do not ask, also if there is something in it' }],
        handle: ({ task }, { args: [one = ''], switches }) =>
          task.remove({ id: one, yes: switches.has('yes') }),
      },
    ],
  },
];
