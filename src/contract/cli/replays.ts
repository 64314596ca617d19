import type { AnswerOf } from '../client.ts';
import { history as historyRoutes } from '../http/history.ts';
import { replays as routes } from '../http/replays.ts';
import { told as toldRoutes } from '../http/told.ts';
import type { CommandRow, Line } from './command.ts';
import { commandsOf } from './from-route.ts';
import { seconds, usd } from './amounts.ts';
import { localZone, secondIn } from './local-time.ts';
import { say } from './says.ts';

export const words = {
  whenGone: say('gone.runs'),
  whenNothing: say('nothing.run'),
};

export interface ReplayVerbs {
  readonly runs: {
    /** Replays a run, follows it to its end, and says how it differs. */
    replay(asked: {
      readonly id: string;
      readonly profile: string | null;
      readonly model: string | null;
      readonly json: boolean;
    }): Promise<number>;
  };
}

type Run = AnswerOf<(typeof historyRoutes)['history.run']>;
export type Compared = AnswerOf<(typeof routes)['runs.compare']>;
type Timeline = AnswerOf<(typeof routes)['runs.timeline']>;
type Span = Timeline['spans'][number];

const tokens = ({ usage }: Pick<Run, 'usage'>): number =>
  usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;

const TASK_CHARS = 60;

const howItEnded = ({ status, stopReason }: Run): string =>
  stopReason === null || stopReason === 'end_turn' ? status : `${status} (${stopReason})`;

/** The differences of two runs, the first one first. */
export const linesOf = ({ first, second, counts, calls, isSameText }: Compared): readonly Line[] => {
  const row = (name: string, say: (run: Run) => string): Line => [name, say(first.run), say(second.run)];
  return [
    row('run', (run) => run.runId),
    row('model', (run) => run.model),
    row('ended', howItEnded),
    row('cost', (run) => usd(run.costUsd, run.priceKnown)),
    row('tokens', (run) => String(tokens(run))),
    row('time', (run) => seconds(run.durationMs)),
    [
      'tool calls',
      `${counts.same} the same, ${counts.otherArguments} with other arguments, ${counts.onlyFirst} only in the first, ${counts.onlySecond} only in the second`,
    ],
    ...calls
      .filter(({ relation }) => relation !== 'same')
      .map((pair): Line => [
        `  ${pair.name}`,
        pair.relation === 'only_second'
          ? 'only in the second'
          : pair.relation === 'only_first'
            ? 'only in the first'
            : 'other arguments',
        (pair.second ?? pair.first)?.input ?? '',
      ]),
    ['answer', isSameText ? 'the same' : 'not the same'],
  ];
};

const lineOfSpan = (
  { kind, name, agentId, startedAt, durationMs, costUsd, success }: Span,
  { priceKnown }: Run,
): Line => [
  secondIn(startedAt, localZone()),
  durationMs === null ? 'goes on' : seconds(durationMs),
  agentId === null || kind === 'agent' ? kind : `${kind} of a sub-agent`,
  name,
  costUsd === null ? '' : usd(costUsd, priceKnown),
  success === false ? 'failed' : '',
];

/** Its steps by the clock of this machine, and what the run cost. */
export const timelineLines = ({ run, spans, isCut }: Timeline): readonly Line[] =>
  spans.length === 0
    ? []
    : [
        ...spans.map((span) => lineOfSpan(span, run)),
        ...(isCut ? ['There are more steps.'] : []),
        ['in all', seconds(run.durationMs), howItEnded(run), run.model, usd(run.costUsd, run.priceKnown)],
      ];

type ToldToRun = AnswerOf<(typeof toldRoutes)['runs.memories']>;

const switchedLines = (says: string, switches: ToldToRun['tools'], isOn: boolean): readonly Line[] => {
  const names = Object.entries(switches ?? {}).flatMap(([name, on]) => (on === isOn ? [name] : []));
  return names.length === 0 ? [] : [`${says} ${names.join(', ')}`];
};

/** What its owner wrote is indented, so that no line of it looks like one of these. */
const toldLines = ({ instructions, tools, told }: ToldToRun): readonly Line[] => [
  ...instructions.flatMap(({ of, text, leftOut }) => [
    of === 'all' ? 'Instructions for all conversations:' : 'Instructions for this conversation:',
    ...text.split('\n').map((line) => `  ${line}`),
    ...(leftOut === 0 ? [] : [`(${leftOut} characters at their end did not fit into the model's window)`]),
  ]),
  ...switchedLines('Switched off in it:', tools, false),
  ...switchedLines('Switched on in it:', tools, true),
  ...told.map(({ kind, id, tool, entry, entity, state }): Line => [
    kind,
    tool ?? 'in the prompt',
    entry?.text ?? entity?.name ?? `${id} (${state})`,
  ]),
];

const command = commandsOf(routes, words);
const ofHistory = commandsOf(historyRoutes, words);
const ofTold = commandsOf(toldRoutes, words);

const list = {
  columns: [
    'runId',
    'createdAt',
    'status',
    'model',
    ({ costUsd, priceKnown }: Run) => usd(costUsd, priceKnown),
    ({ durationMs }: Run) => seconds(durationMs),
    ({ replayOf }: Run) => (replayOf === null ? '' : `replay of ${replayOf}`),
    ({ task }: Run) => task.slice(0, TASK_CHARS),
  ],
  options: { words: 'q' },
  none: say('none.runs'),
} as const;

export const replays: readonly CommandRow<ReplayVerbs>[] = [
  {
    ...ofHistory('runs', 'history.runs', {
      ...list,
      without: ['model'],
    }),
    commands: [
      ofHistory('list', 'history.runs', list),
      {
        kind: 'command',
        name: 'replay',
        json: true,
        args: [{ name: 'id' }],
        options: [
          { name: 'model', value: 'id' },
          {
            name: 'profile',
            value: 'name',
          },
        ],
        handle: (verbs, { args: [id = ''], options, json }) =>
          verbs.runs.replay({
            id,
            profile: options.get('profile') ?? null,
            model: options.get('model') ?? null,
            json,
          }),
      },
      command('compare', 'runs.compare', {
        args: {
          id: 'runId',
          other: 'otherId',
        },
        lines: linesOf,
      }),
      ofTold('told', 'runs.memories', {
        lines: toldLines,
        none: say('none.told'),
      }),
      command('timeline', 'runs.timeline', {
        args: { id: 'runId' },
        lines: timelineLines,
        none: say('none.steps'),
      }),
      command('stop', 'runs.stop', {
        args: { id: 'runId' },
        json: true,
        done: say('done.run_asked_to_stop'),
      }),
    ],
  },
];
