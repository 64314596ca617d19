import type { AnswerOf, RequestTo } from '../client.ts';
import type { tasks as taskRoutes } from '../http/tasks.ts';
import type { triggers as routes } from '../http/triggers.ts';
import type { notices as noticeRoutes } from '../http/notices.ts';
import { type CommandInput, type CommandRow, type Line, type RouteCommand, routesOf } from './command.ts';
import { PARAMETER, parametersFrom } from './parameters.ts';
import { usdOrNone } from './usd.ts';
import { localMinute, minuteIn } from './local-time.ts';

const ask = routesOf<typeof routes>();
const askNotices = routesOf<typeof noticeRoutes>();
const askTasks = routesOf<typeof taskRoutes>();

const words = {
  whenGone: 'svc trigger shows how the triggers stand.',
  whenNothing: 'This is not the id of a trigger: svc trigger lists them.',
  named: 'trigger' as const,
};

type Trigger = AnswerOf<(typeof routes)['triggers.get']>;
type Notice = AnswerOf<(typeof noticeRoutes)['notices.list']>['notices'][number];
type Fire = AnswerOf<(typeof routes)['triggers.runs']>['runs'][number];
export type TriggerToAdd = RequestTo<(typeof routes)['triggers.create']>['body'];

export interface TriggerVerbs {
  ask(route: RouteCommand, input: CommandInput): Promise<number>;
  /** Shows when it will happen and what it may do, asks, and makes it. */
  addTrigger(asked: {
    readonly trigger: TriggerToAdd;
    readonly yes: boolean;
    readonly json: boolean;
  }): Promise<number>;
}

/** By the clock of this machine, whose owner reads it. */

const when = ({ words: inWords, schedule, runAt, watch, timeZone }: Trigger): string =>
  watch !== null
    ? `when ${watch.url} changes (looked at every ${watch.intervalMinutes} minutes)`
    : runAt !== null
      ? `once, ${localMinute(runAt)}`
      : `${inWords ?? schedule ?? ''} (${timeZone})`;

const state = ({
  running,
  lastRun,
  confirmedAt,
  enabled,
  pausedReason,
  nextRunAt,
  watch,
}: Trigger): string => {
  if (running) return lastRun?.outcome === 'waiting' ? 'waits for your answer: svc waiting' : 'running';
  if (confirmedAt === null) return 'waits for you: svc trigger confirm';
  if (!enabled) return pausedReason === null ? 'paused' : `paused: ${pausedReason}`;
  if (nextRunAt === null) return 'over';
  return `next ${watch === null ? '' : 'look '}${localMinute(nextRunAt)}`;
};

const outcome = ({ outcome: how, reason, missed, missedReason, notCarriedOut }: Fire): string =>
  [
    how === null
      ? 'in progress'
      : how === 'unverified'
        ? 'ended (not checked)'
        : reason?.code === 'stopped'
          ? 'stopped'
          : how,
    reason === null ? '' : `: ${reason.text}`,
    missed === 0
      ? ''
      : ` ${missed === 1 ? '1 time was' : `${missed} times were`} missed before. ${missedReason?.text ?? ''}`.trimEnd(),
    ...notCarriedOut.map(({ tool, input }) => ` Would have used ${tool} with ${input}.`),
  ].join('');

const line = (trigger: Trigger): Line => [
  trigger.triggerId,
  trigger.title,
  when(trigger),
  state(trigger),
  trigger.lastRun === null ? '' : `last ${outcome(trigger.lastRun)}`,
];

const inFull = (trigger: Trigger): readonly Line[] => [
  `${trigger.triggerId} ${trigger.title}`,
  `${trigger.kind}, ${trigger.effect}: ${when(trigger)}; ${state(trigger)}`,
  ...(trigger.task === null ? [] : trigger.task.split('\n')),
  ...(trigger.workflowId === null
    ? []
    : [
        `workflow ${trigger.workflowId} with ${JSON.stringify(trigger.parameters)}: svc workflow show ${trigger.workflowId}`,
      ]),
  ...trigger.mayDo,
  ...(trigger.expectation === null ? [] : [`Success is: ${JSON.stringify(trigger.expectation)}`]),
  ...(trigger.lastRun === null
    ? []
    : [`Last time, ${localMinute(trigger.lastRun.startedAt)}: ${outcome(trigger.lastRun)}`]),
  ...(trigger.threadId === null ? [] : [`conversation ${trigger.threadId}`]),
];

const idOf = ({ args: [id = ''] }: CommandInput) => ({ params: { id } });
const id = { name: 'id', summary: 'its id from the list, the beginning of it, or its title' } as const;

/** The command that shows what a notice is about. */
const howToOpen = ({ workflowRunId, triggerId }: Notice): readonly string[] =>
  workflowRunId !== null
    ? [`  See it with: svc workflow status ${workflowRunId}`]
    : triggerId !== null
      ? [`  See it with: svc trigger history ${triggerId}`]
      : [];

const list = ask('triggers.list', {
  ...words,
  request: () => ({ query: { limit: 200 } }),
  lines: ({ triggers }) => triggers.map(line),
  none: 'There are no triggers.',
});

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [One in Name]?: Value };

/** What is no number goes to the engine, which says so: as `NaN` it would arrive as null, which is no limit at all. */
const numberFrom = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? number : (text as never);
};

/** What can be given when a trigger is made and when it is changed; what does not fit is refused by the route. */
function fieldsFrom({ options, lists }: CommandInput) {
  const [hosts, folders, tools] = ['host', 'folder', 'tool'].map((name) => lists.get(name));
  const [each, month] = [numberFrom(options.get('max-usd')), numberFrom(options.get('max-usd-month'))];
  const watch = {
    ...given('url', options.get('watch')),
    ...given('intervalMinutes', numberFrom(options.get('interval'))),
    ...given('selector', options.get('selector')),
  };
  const permissions = {
    ...given('hosts', hosts && [...hosts]),
    ...given('folders', folders && [...folders]),
    ...given('tools', tools && [...tools]),
  };
  const ceilings = { ...given('runUsd', each), ...given('monthUsd', month) };
  return {
    ...given('schedule', options.get('schedule')),
    ...given('timeZone', options.get('time-zone')),
    ...given('task', options.get('task')),
    ...given('profile', options.get('profile')),
    ...givenIfAny('watch', watch),
    ...givenIfAny('permissions', permissions),
    ...givenIfAny('ceilings', ceilings),
    ...given('expectation', expectationFrom(options)),
  };
}

const givenIfAny = <Name extends string, Value extends object>(name: Name, value: Value) =>
  given(name, Object.keys(value).length === 0 ? undefined : value);

function expectationFrom(options: CommandInput['options']): TriggerToAdd['expectation'] {
  const [path, changed, contains, matches] = [
    'expect-file',
    'expect-changed',
    'expect-words',
    'expect-pattern',
  ].map((name) => options.get(name));
  const status = numberFrom(options.get('expect-status'));
  if (path !== undefined) return { kind: 'file', path };
  if (changed !== undefined) return { kind: 'file', path: changed, changed: true };
  if (contains !== undefined) return { kind: 'answer', contains };
  if (matches !== undefined) return { kind: 'answer', matches };
  // Without the address the route says that it is missing.
  return status === undefined
    ? undefined
    : ({ kind: 'http', status, ...given('url', options.get('expect-url')) } as TriggerToAdd['expectation']);
}

const triggerFrom = (input: CommandInput): TriggerToAdd => {
  const {
    args: [title = ''],
    switches,
  } = input;
  const { watch, ...fields } = fieldsFrom(input);
  return {
    title,
    ...fields,
    ...(switches.has('remind') ? { effect: 'notify' as const } : {}),
    ...(switches.has('backup') ? { effect: 'backup' as const } : {}),
    ...given('workflowId', input.options.get('workflow')),
    ...givenIfAny('parameters', parametersFrom(input)),
    // Without an address the route says that it is missing.
    ...(watch ? { watch: watch as TriggerToAdd['watch'] } : {}),
  } as TriggerToAdd;
};

const OPTIONS = [
  {
    name: 'schedule',
    value: 'when',
    summary: 'like "0 8 * * mon-fri", "every 30m", "at 2027-01-31 09:00"',
  },
  {
    name: 'time-zone',
    value: 'zone',
    summary: 'like Europe/Vienna; that of this machine if not given',
  },
  { name: 'watch', value: 'address', summary: 'a page; it happens when the page has changed' },
  { name: 'interval', value: 'minutes', summary: 'between two looks at the page; 60 if not given' },
  { name: 'selector', value: 'css', summary: 'the part of the page that counts' },
  { name: 'task', value: 'text', summary: 'what the agent should do, or what the notice says' },
  { name: 'profile', value: 'name', summary: 'the model profile; worker_profile if not given' },
  { name: 'host', value: 'host', summary: 'may be sent to without asking', repeats: true },
  {
    name: 'folder',
    value: 'path',
    summary: 'files in it may be changed without asking',
    repeats: true,
  },
  { name: 'tool', value: 'name', summary: 'may be used without asking', repeats: true },
  { name: 'max-usd', value: 'dollars', summary: 'what one run may cost' },
  { name: 'max-usd-month', value: 'dollars', summary: 'what all runs of a month may cost' },
  {
    name: 'expect-file',
    value: 'path',
    summary: 'success is that this file of the workspace is there',
  },
  {
    name: 'expect-changed',
    value: 'path',
    summary: 'success is that this file of the workspace is there, and is another one than before',
  },
  { name: 'expect-words', value: 'text', summary: 'success is that the answer has these words' },
  { name: 'expect-pattern', value: 'regex', summary: 'success is that this pattern is found in the answer' },
  {
    name: 'expect-status',
    value: 'status',
    summary: 'success is that --expect-url answers with this status',
  },
  { name: 'expect-url', value: 'address', summary: 'the page that --expect-status is about' },
] as const;

const EXPECTATIONS = [
  'expect-file',
  'expect-changed',
  'expect-words',
  'expect-pattern',
  'expect-status',
] as const;

const enabling = (enabled: boolean) =>
  ask('triggers.set', {
    ...words,
    request: (input) => ({ ...idOf(input), body: { enabled } }),
    lines: (trigger) => [line(trigger)],
  });

/** A line of the history of a trigger. */
export const fireLine = (fire: Fire): readonly string[] => [
  localMinute(fire.dueAt),
  fire.cause === 'due' ? '' : fire.cause,
  outcome(fire),
  usdOrNone(fire.costUsd, fire.priceKnown),
];

export const triggers: readonly CommandRow<TriggerVerbs>[] = [
  {
    kind: 'command',
    name: 'trigger',
    summary: 'Print what happens by itself; add, test, run, pause, stop and delete it.',
    json: true,
    asks: list,
    commands: [
      {
        kind: 'command',
        name: 'list',
        summary: 'Print schedules, watches and reminders, and how each went the last time.',
        json: true,
        asks: list,
      },
      {
        kind: 'command',
        name: 'preview',
        summary: 'Print the next times of a schedule; nothing is saved.',
        args: [{ name: 'schedule', summary: 'like "0 8 * * mon-fri", "every 30m" or "at 2027-01-31 09:00"' }],
        options: [
          {
            name: 'time-zone',
            value: 'zone',
            summary: 'like Europe/Vienna; that of this machine if not given',
          },
        ],
        json: true,
        asks: ask('triggers.preview', {
          ...words,
          request: ({ args: [schedule = ''], options }) => ({
            body: { schedule, ...given('timeZone', options.get('time-zone')) },
          }),
          lines: ({ words: inWords, timeZone, times }) => [
            `${inWords} (${timeZone})`,
            ...times.map((at) => minuteIn(at, timeZone)),
          ],
        }),
      },
      {
        kind: 'command',
        name: 'add',
        summary: 'Add something that happens by itself: shows when, and what it may do, then asks.',
        args: [{ name: 'title', summary: 'what it is called' }],
        json: true,
        switches: [
          { name: 'remind', summary: 'only show a notice, instead of running the agent' },
          { name: 'backup', summary: 'make a backup, instead of running the agent' },
          { name: 'yes', summary: 'do not ask' },
        ],
        apart: [['remind', 'backup', 'workflow'], EXPECTATIONS],
        options: [
          { name: 'workflow', value: 'id', summary: 'carry out this workflow, instead of running the agent' },
          PARAMETER,
          ...OPTIONS,
        ],
        handle: (verbs, input) =>
          verbs.addTrigger({ trigger: triggerFrom(input), yes: input.switches.has('yes'), json: input.json }),
      },
      {
        kind: 'command',
        name: 'set',
        summary:
          'Change a trigger: when, what, what it may do. A list that is given replaces the one before.',
        args: [id],
        options: [{ name: 'title', value: 'text', summary: 'what it is called' }, ...OPTIONS],
        apart: [EXPECTATIONS],
        json: true,
        asks: ask('triggers.set', {
          ...words,
          request: (input) => ({
            ...idOf(input),
            body: { ...given('title', input.options.get('title')), ...fieldsFrom(input) },
          }),
          lines: inFull,
        }),
      },
      {
        kind: 'command',
        name: 'show',
        summary: 'Print a trigger in full: what it does, what it may do, how it went.',
        args: [id],
        json: true,
        asks: ask('triggers.get', { ...words, request: idOf, lines: inFull }),
      },
      {
        kind: 'command',
        name: 'history',
        summary: 'Print each time that it ran, the newest first.',
        args: [id],
        json: true,
        asks: ask('triggers.runs', {
          ...words,
          request: idOf,
          lines: ({ runs }) => runs.map(fireLine),
          none: 'It has not run yet.',
        }),
      },
      {
        kind: 'command',
        name: 'test',
        summary: 'Try it now: nothing that changes or sends anything is carried out, but it is listed.',
        args: [id],
        json: true,
        asks: ask('triggers.test', {
          ...words,
          request: idOf,
          lines: () => ['It is tried. svc trigger history shows what it would have done.'],
        }),
      },
      {
        kind: 'command',
        name: 'run',
        summary: 'Run it now, once more than it is due.',
        args: [id],
        json: true,
        asks: ask('triggers.run', {
          ...words,
          request: idOf,
          lines: () => ['It has begun. svc trigger history shows how it goes.'],
        }),
      },
      {
        kind: 'command',
        name: 'confirm',
        summary: 'Agree to a trigger that waits for you.',
        args: [id],
        json: true,
        asks: ask('triggers.set', {
          ...words,
          request: (input) => ({ ...idOf(input), body: { confirmed: true } }),
          lines: inFull,
        }),
      },
      {
        kind: 'command',
        name: 'pause',
        summary: 'Let it not happen until it is resumed.',
        args: [id],
        json: true,
        asks: enabling(false),
      },
      {
        kind: 'command',
        name: 'resume',
        summary: 'Let it happen again.',
        args: [id],
        json: true,
        asks: enabling(true),
      },
      {
        kind: 'command',
        name: 'stop',
        summary: 'Ask what it does now to stop.',
        args: [id],
        json: true,
        asks: askTasks('tasks.stop', {
          ...words,
          request: idOf,
          lines: () => ['It is asked to stop. svc trigger shows when it has.'],
        }),
      },
      {
        kind: 'command',
        name: 'remove',
        summary: 'Delete a trigger, its history and what it was allowed. Its conversation stays.',
        args: [id],
        asks: ask('triggers.delete', { ...words, request: idOf, done: 'Deleted.' }),
      },
      {
        kind: 'command',
        name: 'notices',
        summary: 'Print what triggers have to tell.',
        json: true,
        asks: askNotices('notices.list', {
          ...words,
          request: () => ({ query: { limit: 200 } }),
          lines: ({ notices }) =>
            notices.flatMap((notice): Line[] => [
              [notice.noticeId, localMinute(notice.createdAt), notice.title, notice.text],
              ...howToOpen(notice),
            ]),
          none: 'There is no notice.',
        }),
      },
      {
        kind: 'command',
        name: 'dismiss',
        summary: 'Dismiss a notice.',
        args: [{ name: 'notice', summary: 'its id from svc trigger notices' }],
        asks: askNotices('notices.dismiss', { ...words, request: idOf, done: 'Dismissed.' }),
      },
    ],
  },
];
