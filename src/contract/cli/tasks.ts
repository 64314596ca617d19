import type { AnswerOf } from '../client.ts';
import type { tasks as routes } from '../http/tasks.ts';
import { type CommandInput, type CommandRow, type Line, WrongOption, routesOf } from './command.ts';
import { localMinute, typedInstant } from './local-time.ts';

const ask = routesOf<typeof routes>();

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

const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
const STATUSES = ['open', 'in_progress', 'completed', 'failed'] as const;

/** What is not one of the names goes to the engine, which says which ones there are. */
const oneOf = <Name extends string>(_names: readonly Name[], text: string | undefined) =>
  text as Name | undefined;

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [One in Name]?: Value };

const NONE = 'none';
const noneOr = (text: string | undefined): string | null | undefined => (text === NONE ? null : text);

/** A day means its end; without a zone, the clock of this machine counts. */
function dueFrom(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  if (text.trim() === NONE) return null;
  const due = typedInstant(text, 'ends');
  if (due === null) throw new WrongOption(WRONG_DUE);
  return due;
}

const WRONG_DUE = '--due is a day or a time, like 2027-01-31 or "2027-01-31 09:00", or none.';

const fieldsOf = ({ options, lists }: CommandInput) => {
  const tags = lists.get('tag');
  return {
    ...given('description', options.get('description')),
    ...given('priority', oneOf(PRIORITIES, options.get('priority'))),
    ...given('assignee', options.get('assignee')),
    ...given('dueAt', dueFrom(options.get('due'))),
    ...given('parentId', noneOr(options.get('parent'))),
    ...(tags === undefined ? {} : { tags: [...tags] }),
  };
};

const idOf = ({ args: [id = ''] }: CommandInput) => ({ params: { id } });

const day = (at: string | null): string => (at === null ? '' : `due ${localMinute(at)}`);

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
  task.assignee === null ? '' : `for ${task.assignee}`,
  day(task.dueAt),
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

const list = ask('tasks.list', {
  ...words,
  request: ({ options, lists }) => ({
    query: {
      ...given('status', oneOf(STATUSES, options.get('status'))),
      ...given('assignee', options.get('assignee')),
      ...given('tag', lists.get('tag')?.[0]),
      ...given('q', options.get('words')),
      limit: 200,
    },
  }),
  lines: ({ tasks, nextCursor }) => [
    ...tasks.map(lineOfTask),
    ...(nextCursor === null ? [] : ['There are more: narrow the list with --status, --tag or --words.']),
  ],
  none: 'There are no such tasks.',
});

const id = { name: 'id', summary: 'its id from the list, or the beginning of it' } as const;

const ofTasks = [
  { name: 'description', value: 'text', summary: 'what is to be done' },
  { name: 'priority', value: 'level', summary: 'low, medium, high or urgent' },
  { name: 'assignee', value: 'name', summary: 'whose it is; agent: the agent works on it in the background' },
  {
    name: 'due',
    value: 'time',
    summary:
      'like 2027-01-31, "2027-01-31 09:00" (by the clock here) or 2027-01-31T09:00:00Z; none clears it',
  },
  { name: 'parent', value: 'id', summary: 'the task that it is a part of; none takes it out' },
  { name: 'tag', value: 'tag', summary: 'a word to find it by', repeats: true },
] as const;

const filters = [
  { name: 'status', value: 'status', summary: 'open, in_progress, completed or failed' },
  { name: 'assignee', value: 'name', summary: 'whose they are' },
  { name: 'tag', value: 'tag', summary: 'a tag that they have', repeats: true },
  { name: 'words', value: 'text', summary: 'words in the title or the description' },
] as const;

export const tasks: readonly CommandRow<TaskVerbs>[] = [
  {
    kind: 'command',
    name: 'task',
    summary: 'Print tasks; add, change, complete, stop and delete them.',
    json: true,
    options: filters,
    asks: list,
    commands: [
      {
        kind: 'command',
        name: 'list',
        summary: 'Print tasks, the newest first.',
        json: true,
        options: filters,
        asks: list,
      },
      {
        kind: 'command',
        name: 'add',
        summary: 'Add a task. The agent works on those with --assignee agent while an engine runs.',
        args: [{ name: 'title', summary: 'what it is' }],
        options: ofTasks,
        json: true,
        asks: ask('tasks.create', {
          ...words,
          request: (input) => ({ body: { title: input.args[0] ?? '', ...fieldsOf(input) } }),
          lines: (task) => inFull(task),
        }),
      },
      {
        kind: 'command',
        name: 'show',
        summary: 'Print a task in full.',
        args: [id],
        json: true,
        handle: ({ task }, { args: [one = ''], json }) => task.show({ id: one, json }),
      },
      {
        kind: 'command',
        name: 'set',
        summary: 'Change a task. Given to the agent, also once more, the agent works on it.',
        args: [id],
        options: [
          { name: 'title', value: 'text', summary: 'what it is' },
          { name: 'status', value: 'status', summary: 'open, in_progress, completed or failed' },
          ...ofTasks,
        ],
        json: true,
        asks: ask('tasks.set', {
          ...words,
          request: (input) => ({
            ...idOf(input),
            body: {
              ...given('title', input.options.get('title')),
              ...given('status', oneOf(STATUSES, input.options.get('status'))),
              ...fieldsOf(input),
            },
          }),
          lines: (task) => inFull(task),
        }),
      },
      {
        kind: 'command',
        name: 'done',
        summary: 'Mark a task as completed, and what is open in it.',
        args: [id],
        json: true,
        handle: ({ task }, { args: [one = ''], json }) => task.done({ id: one, json }),
      },
      {
        kind: 'command',
        name: 'stop',
        summary: 'Ask the work on a task, a trigger or a run to stop.',
        args: [id],
        json: true,
        asks: ask('tasks.stop', {
          ...words,
          request: idOf,
          lines: () => ['It is asked to stop. svc task and svc trigger show when it has.'],
        }),
      },
      {
        kind: 'command',
        name: 'remove',
        summary: 'Delete a task and everything in it.',
        args: [id],
        switches: [{ name: 'yes', summary: 'do not ask, also if there is something in it' }],
        handle: ({ task }, { args: [one = ''], switches }) =>
          task.remove({ id: one, yes: switches.has('yes') }),
      },
    ],
  },
];
