import type { AnswerOf } from '../client.ts';
import { history as historyRoutes } from '../http/history.ts';
import { replays as routes } from '../http/replays.ts';
import { told as toldRoutes } from '../http/told.ts';
import type { CommandRow, Line } from './command.ts';
import { commandsOf } from './from-route.ts';
import { seconds, usd } from './amounts.ts';
import { localZone, secondIn } from './local-time.ts';
import { say, type Tell } from './says.ts';
import type { Says } from '../words/says.ts';

export const words = { whenGone: say('gone.runs'), whenNothing: say('nothing.run') };

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
export const linesOf = (
  { first, second, counts, calls, isSameText }: Compared,
  tell: Tell,
): readonly Line[] => {
  const row = (label: Says, of: (run: Run) => string): Line => [tell(label), of(first.run), of(second.run)];
  return [
    row(say('label.run'), (run) => run.runId),
    row(say('label.model'), (run) => run.model),
    row(say('label.ended'), howItEnded),
    row(say('label.cost'), (run) => usd(run.costUsd, run.priceKnown, tell)),
    row(say('label.tokens'), (run) => String(tokens(run))),
    row(say('label.time'), (run) => seconds(run.durationMs)),
    [
      tell('terminal.label_calls'),
      tell('terminal.calls_compared', {
        equal: counts.same,
        others: counts.otherArguments,
        first: counts.onlyFirst,
        second: counts.onlySecond,
      }),
    ],
    ...calls
      .filter(({ relation }) => relation !== 'same')
      .map((pair): Line => [
        `  ${pair.name}`,
        pair.relation === 'only_second'
          ? tell('terminal.only_second')
          : pair.relation === 'only_first'
            ? tell('terminal.only_first')
            : tell('terminal.other_arguments'),
        (pair.second ?? pair.first)?.input ?? '',
      ]),
    [tell('label.answer'), isSameText ? tell('terminal.the_same') : tell('terminal.not_the_same')],
  ];
};

const lineOfSpan = (
  { kind, name, agentId, startedAt, durationMs, costUsd, success }: Span,
  { priceKnown }: Run,
  tell: Tell,
): Line => [
  secondIn(startedAt, localZone()),
  durationMs === null ? tell('terminal.run_goes_on') : seconds(durationMs),
  agentId === null || kind === 'agent' ? kind : tell('terminal.of_sub_agent', { kind }),
  name,
  costUsd === null ? '' : usd(costUsd, priceKnown, tell),
  success === false ? tell('terminal.step_failed') : '',
];

/** Its steps by the clock of this machine, and what the run cost. */
export const timelineLines = ({ run, spans, isCut }: Timeline, tell: Tell): readonly Line[] =>
  spans.length === 0
    ? []
    : [
        ...spans.map((span) => lineOfSpan(span, run, tell)),
        ...(isCut ? [tell('terminal.more_steps')] : []),
        [
          tell('terminal.in_all'),
          seconds(run.durationMs),
          howItEnded(run),
          run.model,
          usd(run.costUsd, run.priceKnown, tell),
        ],
      ];

type ToldToRun = AnswerOf<(typeof toldRoutes)['runs.memories']>;

const switchedLines = (says: string, switches: ToldToRun['tools'], isOn: boolean): readonly Line[] => {
  const names = Object.entries(switches ?? {}).flatMap(([name, on]) => (on === isOn ? [name] : []));
  return names.length === 0 ? [] : [`${says} ${names.join(', ')}`];
};

/** What its owner wrote is indented, so that no line of it looks like one of these. */
const toldLines = ({ instructions, tools, told }: ToldToRun, tell: Tell): readonly Line[] => [
  ...instructions.flatMap(({ of, text, leftOut }) => [
    of === 'all' ? tell('terminal.instructions_for_all') : tell('terminal.instructions_for_this'),
    ...text.split('\n').map((line) => `  ${line}`),
    ...(leftOut === 0 ? [] : [tell('terminal.instructions_cut', { n: leftOut })]),
  ]),
  ...switchedLines(tell('terminal.switched_off'), tools, false),
  ...switchedLines(tell('terminal.switched_on'), tools, true),
  ...told.map(({ kind, id, tool, entry, entity, state }): Line => [
    kind,
    tool ?? tell('terminal.in_prompt'),
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
    ({ costUsd, priceKnown }: Run, tell: Tell) => usd(costUsd, priceKnown, tell),
    ({ durationMs }: Run) => seconds(durationMs),
    ({ replayOf }: Run, tell: Tell) =>
      replayOf === null ? '' : tell('terminal.replay_of', { run: replayOf }),
    ({ task }: Run) => task.slice(0, TASK_CHARS),
  ],
  options: { words: 'q' },
  none: say('none.runs'),
} as const;

export const replays: readonly CommandRow[] = [
  {
    ...ofHistory('runs', 'history.runs', { ...list, without: ['model'] }),
    commands: [
      ofHistory('list', 'history.runs', list),
      {
        name: 'replay',
        json: true,
        args: [{ name: 'id' }],
        options: [
          { name: 'model', value: 'id' },
          { name: 'profile', value: 'name' },
        ],
        own: 'runs replay',
      },
      command('compare', 'runs.compare', { args: { id: 'runId', other: 'otherId' }, lines: linesOf }),
      ofTold('told', 'runs.memories', { lines: toldLines, none: say('none.told') }),
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
