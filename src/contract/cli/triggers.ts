import type { AnswerOf, RequestTo } from '../client.ts';
import { tasks as taskRoutes } from '../http/tasks.ts';
import { triggers as routes } from '../http/triggers.ts';
import { notices as noticeRoutes } from '../http/notices.ts';
import type { CommandInput, CommandRow, Line } from './command.ts';
import { commandsOf, listing, numberFrom } from './from-route.ts';
import { PARAMETER, parametersFrom } from './parameters.ts';
import { localMinute, minuteIn } from './local-time.ts';
import { say, type Tell } from './says.ts';

const words = {
  whenGone: say('gone.triggers'),
  whenNothing: say('nothing.trigger'),
  named: 'trigger' as const,
};

type Trigger = AnswerOf<(typeof routes)['triggers.get']>;
type Notice = AnswerOf<(typeof noticeRoutes)['notices.list']>['notices'][number];
type Fire = AnswerOf<(typeof routes)['triggers.runs']>['runs'][number];
export type TriggerToAdd = RequestTo<(typeof routes)['triggers.create']>['body'];

const when = ({ words: inWords, schedule, runAt, watch, timeZone }: Trigger, tell: Tell): string =>
  watch !== null
    ? tell('terminal.when_changed', { url: watch.url, minutes: watch.intervalMinutes })
    : runAt !== null
      ? tell('terminal.once_at', { at: localMinute(runAt) })
      : `${inWords ?? schedule ?? ''} (${timeZone})`;

const state = (
  { running, lastRun, confirmedAt, enabled, pausedReason, nextRunAt, watch }: Trigger,
  tell: Tell,
): string => {
  if (running)
    return lastRun?.outcome === 'waiting' ? tell('terminal.waits_for_you') : tell('terminal.trigger_running');
  if (confirmedAt === null) return tell('terminal.waits_to_confirm');
  if (!enabled)
    return pausedReason === null
      ? tell('terminal.trigger_paused')
      : tell('terminal.paused_because', { why: pausedReason });
  if (nextRunAt === null) return tell('terminal.trigger_over');
  return tell(watch === null ? 'terminal.next_at' : 'terminal.next_look', { at: localMinute(nextRunAt) });
};

const outcome = ({ outcome: how, reason, missed, missedReason, notCarriedOut }: Fire, tell: Tell): string =>
  [
    how === null
      ? tell('terminal.in_progress')
      : how === 'unverified'
        ? tell('terminal.ended_unchecked')
        : reason?.code === 'stopped'
          ? tell('terminal.trigger_stopped')
          : how,
    reason === null ? '' : `: ${reason.text}`,
    missed === 0 ? '' : tell('terminal.times_missed', { count: missed, why: missedReason?.text ?? '' }),
    ...notCarriedOut.map(({ tool, input }) => tell('terminal.would_have_used', { tool, input })),
  ].join('');

const last = ({ lastRun }: Trigger, tell: Tell): string =>
  lastRun === null ? '' : tell('terminal.last_outcome', { outcome: outcome(lastRun, tell) });

const inFull = (trigger: Trigger, tell: Tell): readonly Line[] => [
  `${trigger.triggerId} ${trigger.title}`,
  `${trigger.kind}, ${trigger.effect}: ${when(trigger, tell)}; ${state(trigger, tell)}`,
  ...(trigger.task === null ? [] : trigger.task.split('\n')),
  ...(trigger.workflowId === null
    ? []
    : [
        tell('terminal.does_workflow', {
          id: trigger.workflowId,
          parameters: JSON.stringify(trigger.parameters),
        }),
      ]),
  ...trigger.mayDo,
  ...(trigger.expectation === null
    ? []
    : [tell('terminal.success_is', { what: JSON.stringify(trigger.expectation) })]),
  ...(trigger.lastRun === null
    ? []
    : [
        tell('terminal.last_time', {
          at: localMinute(trigger.lastRun.startedAt),
          outcome: outcome(trigger.lastRun, tell),
        }),
      ]),
  ...(trigger.threadId === null ? [] : [tell('terminal.in_conversation', { id: trigger.threadId })]),
];

/** The command that shows what a notice is about. */
const howToOpen = ({ workflowRunId, triggerId }: Notice, tell: Tell): readonly string[] =>
  workflowRunId !== null
    ? [tell('terminal.see_workflow', { id: workflowRunId })]
    : triggerId !== null
      ? [tell('terminal.see_trigger', { id: triggerId })]
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
  { name: 'expect-status', value: 'status' },
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

const id = { id: 'id' } as const;
const command = commandsOf(routes, words);
const ofTasks = commandsOf(taskRoutes, words);
const ofNotices = commandsOf(noticeRoutes, words);

const columns = ['triggerId', 'title', when, state, last] as const;
type Listed = AnswerOf<(typeof routes)['triggers.list']>['triggers'][number];
const ofOthers = (
  { owner, enabled, running }: Extract<Listed, { readonly title: null }>,
  tell: Tell,
): string =>
  tell('terminal.state_of_other', {
    state: say(
      running ? 'terminal.trigger_running' : enabled ? 'terminal.trigger_on' : 'terminal.trigger_paused',
    ),
    owner: owner.name ?? tell('terminal.the_owner'),
  });

const list = {
  sends: { query: { limit: 200 } },
  columns: [
    'triggerId',
    (one: Listed) => (one.owner === null ? one.title : one.kind),
    (one: Listed, tell: Tell) => (one.owner === null ? when(one, tell) : ofOthers(one, tell)),
    (one: Listed, tell: Tell) => (one.owner === null ? state(one, tell) : ''),
    (one: Listed, tell: Tell) => (one.owner === null ? last(one, tell) : ''),
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

const draft: CommandRow = {
  ...command('add', 'triggers.create', {
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
  }),
  own: 'trigger add',
};

export const triggers = listing('trigger', command('list', 'triggers.list', list), [
  command('preview', 'triggers.preview', {
    args: { schedule: { of: 'schedule', ...SCHEDULE } },
    lines: ({ words: inWords, timeZone, times }) => [
      `${inWords} (${timeZone})`,
      ...times.map((at) => minuteIn(at, timeZone)),
    ],
  }),
  draft,
  command('set', 'triggers.set', {
    args: id,
    options: { title: 'title', schedule: { of: 'schedule', ...SCHEDULE }, ...options },
    without: ['runAt', 'enabled', 'confirmed', 'seenAt'],
    more: { options: EXPECTATION, body: expectationIn },
    apart: [ONE_EXPECTATION],
    lines: inFull,
  }),
  command('show', 'triggers.get', { args: id, lines: inFull }),
  command('history', 'triggers.runs', {
    args: id,
    columns: ['dueAt', ({ cause }) => (cause === 'due' ? '' : cause), outcome, 'costUsd'],
    none: say('none.trigger_runs'),
  }),
  command('test', 'triggers.test', {
    args: id,
    lines: (_, tell: Tell) => [tell('terminal.is_tried')],
  }),
  command('run', 'triggers.run', {
    args: id,
    lines: (_, tell: Tell) => [tell('terminal.has_begun')],
  }),
  command('confirm', 'triggers.set', {
    args: id,
    only: true,
    sends: { body: { confirmed: true } },
    columns,
    asksFirst: async (client, { params }, tell: Tell) => {
      const trigger = await client['triggers.get']({ params });
      const { triggerId, title, confirmedAt, updatedAt } = trigger;
      return {
        shows: inFull(trigger, tell),
        goes: confirmedAt === null ? tell('terminal.would_happen', { title: JSON.stringify(title) }) : null,
        question: tell('terminal.agree_to_it'),
        undone: tell('terminal.still_waits'),
        // What was changed since it was shown is not agreed to.
        request: { params: { id: triggerId }, body: { confirmed: true as const, seenAt: updatedAt } },
      };
    },
  }),
  setting('pause', { enabled: false }),
  setting('resume', { enabled: true }),
  ofTasks('stop', 'tasks.stop', {
    args: id,
    lines: (_, tell: Tell) => [tell('terminal.asked_to_stop_trigger')],
  }),
  command('remove', 'triggers.delete', { args: id, done: say('done.deleted') }),
  ofNotices('notices', 'notices.list', {
    sends: { query: { limit: 200 } },
    lines: ({ notices }, tell: Tell) =>
      notices.flatMap((notice): Line[] => [
        [notice.noticeId, localMinute(notice.createdAt), notice.title, notice.text],
        ...howToOpen(notice, tell),
      ]),
    none: say('none.notices'),
  }),
  ofNotices('dismiss', 'notices.dismiss', { args: { notice: 'id' }, done: say('done.dismissed') }),
]);
