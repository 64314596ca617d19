import type { AnswerOf, RequestTo } from '../client.ts';
import { tasks as taskRoutes } from '../http/tasks.ts';
import { triggers as routes } from '../http/triggers.ts';
import { notices as noticeRoutes } from '../http/notices.ts';
import type { CommandInput, CommandRow, Line } from './command.ts';
import { carriedOut, commandsOf, numberFrom } from './from-route.ts';
import { PARAMETER, parametersFrom } from './parameters.ts';
import { localMinute, minuteIn } from './local-time.ts';
import { say } from './says.ts';

const words = {
  whenGone: say('gone.triggers'),
  whenNothing: say('nothing.trigger'),
  named: 'trigger' as const,
};

type Trigger = AnswerOf<(typeof routes)['triggers.get']>;
type Notice = AnswerOf<(typeof noticeRoutes)['notices.list']>['notices'][number];
type Fire = AnswerOf<(typeof routes)['triggers.runs']>['runs'][number];
export type TriggerToAdd = RequestTo<(typeof routes)['triggers.create']>['body'];

export interface TriggerVerbs {
  /** Shows when it will happen and what it may do, asks, and makes it. */
  addTrigger(asked: {
    readonly trigger: TriggerToAdd;
    readonly yes: boolean;
    readonly json: boolean;
  }): Promise<number>;
}

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

const last = ({ lastRun }: Trigger): string => (lastRun === null ? '' : `last ${outcome(lastRun)}`);

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

/** The command that shows what a notice is about. */
const howToOpen = ({ workflowRunId, triggerId }: Notice): readonly string[] =>
  workflowRunId !== null
    ? [`  See it with: svc workflow status ${workflowRunId}`]
    : triggerId !== null
      ? [`  See it with: svc trigger history ${triggerId}`]
      : [];

/** What success is, which is one thing and several options. */
function expectationFrom({ options }: CommandInput): TriggerToAdd['expectation'] {
  const [path, changed, contains, matches, status, url] = EXPECTATION.map(({ name }) => options.get(name));
  if (path !== undefined) return { kind: 'file', path };
  if (changed !== undefined) return { kind: 'file', path: changed, changed: true };
  if (contains !== undefined) return { kind: 'answer', contains };
  if (matches !== undefined) return { kind: 'answer', matches };
  // Without the address the route says that it is missing.
  return status === undefined
    ? undefined
    : ({ kind: 'http', status: numberFrom(status), ...(url === undefined ? {} : { url }) } as never);
}

const expectationIn = (input: CommandInput) => {
  const expectation = expectationFrom(input);
  return expectation === undefined ? {} : { expectation };
};

const EXPECTATION = [
  { name: 'expect-file', value: 'path' },
  { name: 'expect-changed', value: 'path' },
  { name: 'expect-words', value: 'text' },
  { name: 'expect-pattern', value: 'regex' },
  {
    name: 'expect-status',
    value: 'status',
  },
  { name: 'expect-url', value: 'address' },
] as const;
const ONE_EXPECTATION = EXPECTATION.map(({ name }) => name).filter((name) => name !== 'expect-url');

/** What can be given when a trigger is made and when it is changed; what does not fit is refused by the route. */
const options = {
  watch: 'watch.url',
  interval: { of: 'watch.intervalMinutes', value: 'minutes' },
  selector: { of: 'watch.selector', value: 'css' },
  host: 'permissions.hosts',
  folder: 'permissions.folders',
  tool: 'permissions.tools',
  'max-usd': { of: 'ceilings.runUsd', value: 'dollars' },
  'max-usd-month': { of: 'ceilings.monthUsd', value: 'dollars' },
} as const;

const id = {
  id: 'id',
} as const;
const command = commandsOf(routes, words);
const ofTasks = commandsOf(taskRoutes, words);
const ofNotices = commandsOf(noticeRoutes, words);

const columns = ['triggerId', 'title', when, state, last] as const;
type Listed = AnswerOf<(typeof routes)['triggers.list']>['triggers'][number];
const ofOthers = ({ owner, enabled, running }: Extract<Listed, { readonly title: null }>): string =>
  `${running ? 'running' : enabled ? 'on' : 'paused'}; it is of ${owner.name ?? 'the owner'}`;

const list = {
  sends: { query: { limit: 200 } },
  columns: [
    'triggerId',
    (one: Listed) => (one.owner === null ? one.title : one.kind),
    (one: Listed) => (one.owner === null ? when(one) : ofOthers(one)),
    (one: Listed) => (one.owner === null ? state(one) : ''),
    (one: Listed) => (one.owner === null ? last(one) : ''),
  ],
  none: say('none.triggers'),
} as const;

const setting = (name: string, body: { enabled: boolean }) =>
  command(name, 'triggers.set', {
    args: id,
    only: true,
    sends: { body },
    columns,
  });

const SCHEDULE = { value: 'when' };

const draft = command('add', 'triggers.create', {
  args: { title: 'title' },
  options: { workflow: 'workflowId', schedule: { of: 'schedule', ...SCHEDULE }, ...options },
  without: ['kind', 'effect', 'runAt'],
  more: {
    switches: [{ name: 'remind' }, { name: 'backup' }, { name: 'yes' }],
    options: [PARAMETER, ...EXPECTATION],
    body: (input) => {
      const parameters = parametersFrom(input);
      return {
        ...expectationIn(input),
        ...(input.switches.has('remind') ? { effect: 'notify' } : {}),
        ...(input.switches.has('backup') ? { effect: 'backup' } : {}),
        ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
      };
    },
  },
  apart: [['remind', 'backup', 'workflow'], ONE_EXPECTATION],
  json: true,
});

export const triggers: readonly CommandRow<TriggerVerbs>[] = [
  {
    ...command('trigger', 'triggers.list', list),
    commands: [
      command('list', 'triggers.list', list),
      command('preview', 'triggers.preview', {
        args: { schedule: { of: 'schedule', ...SCHEDULE } },
        lines: ({ words: inWords, timeZone, times }) => [
          `${inWords} (${timeZone})`,
          ...times.map((at) => minuteIn(at, timeZone)),
        ],
      }),
      carriedOut<TriggerVerbs>(draft, (verbs, { switches, json }, { body }) =>
        verbs.addTrigger({ trigger: body as TriggerToAdd, yes: switches.has('yes'), json }),
      ),
      command('set', 'triggers.set', {
        args: id,
        options: { title: 'title', schedule: { of: 'schedule', ...SCHEDULE }, ...options },
        without: ['runAt', 'enabled', 'confirmed', 'seenAt'],
        more: { options: EXPECTATION, body: expectationIn },
        apart: [ONE_EXPECTATION],
        lines: inFull,
      }),
      command('show', 'triggers.get', {
        args: id,
        lines: inFull,
      }),
      command('history', 'triggers.runs', {
        args: id,
        columns: ['dueAt', ({ cause }) => (cause === 'due' ? '' : cause), outcome, 'costUsd'],
        none: say('none.trigger_runs'),
      }),
      command('test', 'triggers.test', {
        args: id,
        lines: () => ['It is tried. svc trigger history shows what it would have done.'],
      }),
      command('run', 'triggers.run', {
        args: id,
        lines: () => ['It has begun. svc trigger history shows how it goes.'],
      }),
      command('confirm', 'triggers.set', {
        args: id,
        only: true,
        sends: { body: { confirmed: true } },
        columns,
        asksFirst: async (client, { params }) => {
          const trigger = await client['triggers.get']({ params });
          const { triggerId, title, confirmedAt, updatedAt } = trigger;
          return {
            shows: inFull(trigger),
            goes: confirmedAt === null ? `${JSON.stringify(title)} would then happen by itself` : null,
            question: 'Agree to it',
            undone: 'It still waits for you.',
            // What was changed since it was shown is not agreed to.
            request: { params: { id: triggerId }, body: { confirmed: true as const, seenAt: updatedAt } },
          };
        },
      }),
      setting('pause', { enabled: false }),
      setting('resume', { enabled: true }),
      ofTasks('stop', 'tasks.stop', {
        args: id,
        lines: () => ['It is asked to stop. svc trigger shows when it has.'],
      }),
      command('remove', 'triggers.delete', {
        args: id,
        done: say('done.deleted'),
      }),
      ofNotices('notices', 'notices.list', {
        sends: { query: { limit: 200 } },
        lines: ({ notices }) =>
          notices.flatMap((notice): Line[] => [
            [notice.noticeId, localMinute(notice.createdAt), notice.title, notice.text],
            ...howToOpen(notice),
          ]),
        none: say('none.notices'),
      }),
      ofNotices('dismiss', 'notices.dismiss', {
        args: { notice: 'id' },
        done: say('done.dismissed'),
      }),
    ],
  },
];
