import { byPerson } from '../../core/trust/people/model.ts';
import { Type, type Static } from 'typebox';
import type { refuse as refuseBackground } from '../../core/conversation/background/errors.ts';
import type { refuse as refuseModels } from '../../core/instance/models/errors.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import type { refuse as refuseExpectations } from '../../core/automation/expectations/errors.ts';
import type { refuse as refusePermissions } from '../../core/automation/permissions/errors.ts';
import type { refuse as refuseTriggers } from '../../core/automation/triggers/errors.ts';
import type { refuse as refuseWorkflows } from '../../core/automation/workflows/errors.ts';
import { triggerLimits } from '../../core/automation/triggers/limits.ts';
import {
  BY_AGENT,
  type NotCarriedOut,
  type Reason,
  type ShownFire,
  type Trigger,
} from '../../core/automation/triggers/model.ts';
import type { OthersTrigger, TriggerShown } from '../../core/automation/triggers/shown.ts';
import { ExpectationShape } from './expectation.ts';
import { Permissions, PermissionsBody } from './permissions.ts';
import { ParameterValues } from './workflow-shapes.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { instantFrom } from '../instant.ts';
import { rowsRefusing } from '../row.ts';
import {
  closed,
  cursorQuery,
  Id,
  isRowNumber,
  limitQuery,
  NextCursor,
  OrNull,
  PriceKnown,
  Time,
  time,
  SaysOfText,
  SaysShape,
  saysAs,
  shownSays,
} from '../shapes.ts';
import { inEnglish } from '../words/english.ts';

const { json } = rowsRefusing<
  typeof refuseBackground &
    typeof refuseModels &
    typeof refuseRuns &
    typeof refuseThreads &
    typeof refuseExpectations &
    typeof refusePermissions &
    typeof refuseTriggers &
    typeof refuseWorkflows
>();

const Kind = Type.Enum(['schedule', 'watch', 'reminder']);
const Effect = Type.Enum(['run_agent', 'run_workflow', 'backup', 'notify'], {
  description:
    'run_agent: the agent works on the task; run_workflow: a saved workflow is carried out; backup: make a backup; notify: a notice on this machine',
});
const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description });

const Schedule = text(
  triggerLimits.scheduleChars,
  'Five fields of cron, like 0 8 * * mon-fri; or every 30m; or at 2027-01-31 09:00',
);
const TimeZone = text(
  triggerLimits.timeZoneChars,
  'Like Europe/Vienna, as IANA names it; that of this machine if not given',
);
const { shortestWatchMinutes, longestWatchMinutes } = triggerLimits;
const WatchBody = Type.Object(
  {
    url: text(triggerLimits.urlChars, 'A page; it happens when the page has changed'),
    intervalMinutes: Type.Optional(
      Type.Integer({
        minimum: shortestWatchMinutes,
        maximum: longestWatchMinutes,
        default: 60,
        description: 'Minutes between two looks at the page',
      }),
    ),
    selector: Type.Optional(
      OrNull(text(triggerLimits.selectorChars, 'A part of the page, as a CSS selector')),
    ),
  },
  closed,
);

const usd = OrNull(Type.Number({ minimum: 0 }));
const CeilingsBody = Type.Object(
  {
    runUsd: Type.Optional(OrNull(Type.Number({ minimum: 0, description: 'What one run may cost' }))),
    monthUsd: Type.Optional(
      OrNull(Type.Number({ minimum: 0, description: 'What all runs of a month may cost' })),
    ),
  },
  closed,
);

const Outcome = Type.Enum(['verified', 'unverified', 'failed', 'waiting', 'skipped', 'missed'], {
  description:
    'verified: what was expected is there; unverified: it ended well, and nothing says what success is; waiting: for its owner',
});
const ReasonShape = Type.Object({ code: Type.String(), text: Type.String(), says: SaysOfText });

const SaysOfTrigger = Type.Object({ words: OrNull(SaysShape), mayDo: Type.Array(SaysShape) });
const saysOfTrigger = ({ when, mayDo }: Pick<TriggerShown, 'when' | 'mayDo'>) => ({
  words: when && shownSays(when),
  mayDo: mayDo.map(shownSays),
});

const FireShape = Type.Object({
  runId: OrNull(Id),
  workflowRunId: OrNull(Type.String()),
  dueAt: Time,
  cause: Type.Enum(['due', 'asked', 'test']),
  startedAt: Time,
  endedAt: OrNull(Time),
  outcome: OrNull(Outcome),
  reason: OrNull(ReasonShape),
  missed: Type.Integer({ minimum: 0, description: 'Due times before this one for which it did not run' }),
  missedReason: OrNull(ReasonShape),
  costUsd: Type.Number({ minimum: 0 }),
  priceKnown: PriceKnown,
  notCarriedOut: Type.Array(
    Type.Object({
      tool: Type.String(),
      input: Type.String(),
      says: OrNull(Type.String({ description: 'What it would have done, as a consent says it' })),
      sentences: OrNull(Type.Array(SaysShape)),
    }),
    { description: 'What a test would have done' },
  ),
});

export const TriggerShape = Type.Object({
  triggerId: Type.String(),
  kind: Kind,
  title: Type.String(),
  effect: Effect,
  schedule: OrNull(Type.String()),
  words: OrNull(Type.String({ description: 'When it is due, in words' })),
  timeZone: Type.String(),
  runAt: OrNull(Time),
  watch: OrNull(
    Type.Object({
      url: Type.String(),
      intervalMinutes: Type.Integer(),
      selector: OrNull(Type.String()),
      checkedAt: OrNull(Time),
    }),
  ),
  task: OrNull(Type.String()),
  workflowId: OrNull(Type.String()),
  parameters: OrNull(ParameterValues),
  expectation: OrNull(ExpectationShape),
  profile: OrNull(Type.String()),
  permissions: Type.Object(Permissions),
  mayDo: Type.Array(Type.String(), { description: 'What it may do without asking, in sentences' }),
  says: Type.Object({ ...SaysOfTrigger.properties, pausedReason: SaysOfText }),
  ceilings: Type.Object({ runUsd: usd, monthUsd: usd }),
  enabled: Type.Boolean(),
  pausedReason: OrNull(Type.String()),
  confirmedAt: OrNull(Time),
  nextRunAt: OrNull(Time),
  missed: Type.Integer({ minimum: 0 }),
  failuresInRow: Type.Integer({ minimum: 0 }),
  lastRun: OrNull(FireShape),
  running: Type.Boolean({ description: 'A run is in flight' }),
  stoppable: Type.Boolean({ description: 'A stop can end that run' }),
  threadId: OrNull(Id),
  owner: Type.Null({ description: 'It is of the one who asks' }),
  createdBy: Type.Enum(['owner', 'agent']),
  createdAt: Time,
  updatedAt: Time,
});

const { triggerId, kind, enabled, running, stoppable, ...unseen } = TriggerShape.properties;
const seen = { triggerId, kind, enabled, running, stoppable };

type Nulls<Names extends PropertyKey> = { readonly [Name in Names]: ReturnType<typeof Type.Null> };
const nullsFor = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, Type.Null()])) as Nulls<keyof Fields>;

/** What is told of the triggers of others. */
const OthersTriggerShape = Type.Object({
  ...nullsFor(unseen),
  ...seen,
  owner: Type.Object(
    { name: OrNull(Type.String({ description: 'Null for the owner of the engine, who has given none' })) },
    { description: 'Whose it is. Nothing else is told of it' },
  ),
});

const whenOrNull = (at: number | null) => (at === null ? null : time(at));

const shownReason = ({ code, text, says }: Reason) => ({ code, text, ...saysAs('says', says) });

const shownFire = (fire: ShownFire): Static<typeof FireShape> => ({
  runId: fire.runId,
  workflowRunId: fire.workflowRunId,
  dueAt: time(fire.dueAt),
  cause: fire.cause,
  startedAt: time(fire.startedAt),
  endedAt: whenOrNull(fire.endedAt),
  outcome: fire.outcome ?? (fire.isWaiting ? 'waiting' : null),
  reason: fire.reason && shownReason(fire.reason),
  missed: fire.missed,
  missedReason:
    fire.missedReason && shownReason({ ...fire.missedReason, text: inEnglish(fire.missedReason.says) }),
  costUsd: fire.costUsd,
  priceKnown: fire.priceKnown,
  notCarriedOut: fire.notCarriedOut.map(({ tool, input, says }) => ({
    tool,
    input,
    ...wouldDo(says),
  })),
});

/** What an engine of another version has stored may say what this one has no words for. */
function wouldDo(says: NotCarriedOut['says']) {
  if (typeof says === 'string' || says === null) return { says, sentences: null };
  try {
    return { says: inEnglish(says), sentences: says.map(shownSays) };
  } catch {
    return { says: null, sentences: null };
  }
}

const listsOf = ({ tools, hosts, folders }: Trigger['permissions']) => ({
  tools: [...tools],
  hosts: [...hosts],
  folders: [...folders],
});

export const shownTrigger = ({
  trigger,
  last,
  checkedAt,
  when,
  mayDo,
  running,
  stoppable,
}: TriggerShown) => ({
  triggerId: trigger.triggerId,
  kind: trigger.kind,
  title: trigger.title,
  effect: trigger.effect,
  schedule: trigger.schedule,
  words: when && inEnglish(when),
  timeZone: trigger.timeZone,
  runAt: whenOrNull(trigger.runAt),
  watch: trigger.watch && { ...trigger.watch, checkedAt: whenOrNull(checkedAt) },
  task: trigger.task,
  workflowId: trigger.workflow?.workflowId ?? null,
  parameters: trigger.workflow && { ...trigger.workflow.parameters },
  expectation: trigger.expectation,
  profile: trigger.profile,
  permissions: listsOf(trigger.permissions),
  mayDo: mayDo.map(inEnglish),
  says: { ...saysOfTrigger({ when, mayDo }), ...saysAs('pausedReason', trigger.pausedReason?.says) },
  ceilings: trigger.ceilings,
  enabled: trigger.enabled,
  pausedReason: trigger.pausedReason?.text ?? null,
  confirmedAt: whenOrNull(trigger.confirmedAt),
  nextRunAt: whenOrNull(trigger.nextDueAt),
  missed: last?.missed ?? 0,
  failuresInRow: trigger.failuresInRow,
  lastRun: last && shownFire(last),
  running,
  stoppable,
  threadId: trigger.threadId,
  owner: null,
  createdBy: trigger.createdBy === BY_AGENT ? ('agent' as const) : ('owner' as const),
  createdAt: time(trigger.createdAt),
  updatedAt: time(trigger.updatedAt),
});

const noWords = Object.fromEntries(Object.keys(unseen).map((name) => [name, null])) as {
  readonly [Name in keyof typeof unseen]: null;
};

const shownOfAnother = ({ ownerName, ...seenOf }: OthersTrigger): Static<typeof OthersTriggerShape> => ({
  ...noWords,
  ...seenOf,
  owner: { name: ownerName },
});

const instant = <Name extends string>(
  name: Name,
  text: string | undefined,
): { readonly [One in Name]?: number } =>
  text === undefined ? {} : ({ [name]: instantFrom(`/${name}`, text) } as { readonly [One in Name]: number });

const WhatIsAsked = {
  schedule: Type.Optional(Schedule),
  runAt: Type.Optional(Type.String({ format: 'date-time', description: 'For what is due once' })),
  timeZone: Type.Optional(TimeZone),
  task: Type.Optional(text(triggerLimits.taskChars, 'What the agent should do, or what a notice says')),
  expectation: Type.Optional(OrNull(ExpectationShape)),
  profile: Type.Optional(
    OrNull(Type.String({ minLength: 1, description: 'The model profile; worker_profile if not given' })),
  ),
  permissions: Type.Optional(PermissionsBody),
  ceilings: Type.Optional(CeilingsBody),
};

const CREATE_REFUSES = [
  'invalid_trigger',
  'invalid_schedule',
  'invalid_time_zone',
  'invalid_selector',
  'invalid_pattern',
  'invalid_expectation',
  'workflow_not_found',
  'invalid_parameters',
  'ambiguous_id',
  'id_too_short',
  'invalid_permission',
  'profile_unknown',
] as const;

const CreateBody = Type.Object(
  {
    title: text(triggerLimits.titleChars, 'What it is called'),
    kind: Type.Optional(Kind),
    effect: Type.Optional(Effect),
    watch: Type.Optional(WatchBody),
    workflowId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'The workflow that is carried out' }),
    ),
    parameters: Type.Optional(ParameterValues),
    ...WhatIsAsked,
  },
  closed,
);

export const triggers = {
  'triggers.list': json({
    route: 'GET /api/triggers',
    who: 'person',
    summary:
      'Schedules, watches and reminders, the newest first, each with the last time that it ran. Of those of others nothing is told but that they exist.',
    status: 200,
    refuses: [],
    query: Type.Object({ kind: Type.Optional(Kind), limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({
      triggers: Type.Array(Type.Union([TriggerShape, OthersTriggerShape])),
      nextCursor: NextCursor,
    }),
    handle: async ({ triggers }, { query: { kind = null, limit = listLimits.byDefault, cursor }, asker }) => {
      const after = positionFrom(cursor, isRowNumber);
      const { items, next } = await triggers.everyones({ kind, limit, after }, asker);
      const rows = items.map((one) => ('ownerName' in one ? shownOfAnother(one) : shownTrigger(one)));
      return { triggers: rows, nextCursor: cursorFrom(next) };
    },
  }),
  'triggers.get': json({
    route: 'GET /api/triggers/:id',
    who: 'starter',
    summary: 'One schedule, watch or reminder, by its id or the beginning of it.',
    status: 200,
    refuses: ['trigger_not_found', 'ambiguous_id', 'id_too_short'],
    ours: true,
    returns: TriggerShape,
    handle: async ({ triggers }, { params, asker }) => shownTrigger(await triggers.get(params.id, asker)),
  }),
  'triggers.create': json({
    route: 'POST /api/triggers',
    who: 'starter',
    summary:
      'Make a schedule, a watch or a reminder. Made here it is confirmed: look at the next times first (POST /api/triggers/preview).',
    status: 201,
    refuses: CREATE_REFUSES,
    ours: true,
    body: CreateBody,
    returns: TriggerShape,
    handle: async ({ triggers }, { body: { runAt, ...body }, asker }) =>
      shownTrigger(
        await triggers.create({ ...body, ...instant('runAt', runAt) }, byPerson(asker.person), true),
      ),
  }),
  'triggers.set': json({
    route: 'PATCH /api/triggers/:id',
    who: 'starter',
    summary: 'Change, pause, resume or confirm a trigger.',
    status: 200,
    refuses: [
      'trigger_not_found',
      'trigger_changed',
      'ambiguous_id',
      'id_too_short',
      'invalid_trigger',
      'invalid_schedule',
      'invalid_time_zone',
      'invalid_selector',
      'invalid_pattern',
      'invalid_expectation',
      'invalid_permission',
      'profile_unknown',
      'workflow_not_found',
      'invalid_parameters',
    ],
    ours: true,
    body: Type.Object(
      {
        title: Type.Optional(text(triggerLimits.titleChars, 'What it is called')),
        watch: Type.Optional(Type.Partial(WatchBody, closed)),
        ...WhatIsAsked,
        enabled: Type.Optional(Type.Boolean()),
        confirmed: Type.Optional(Type.Literal(true)),
        seenAt: Type.Optional(
          Type.String({
            format: 'date-time',
            description: 'The updatedAt that was looked at: if it has changed since, nothing is done',
          }),
        ),
      },
      { ...closed, minProperties: 1 },
    ),
    returns: TriggerShape,
    handle: async ({ triggers }, { params, body: { runAt, seenAt, ...body }, asker }) => {
      const edit = { ...body, ...instant('runAt', runAt), ...instant('seenAt', seenAt) };
      return shownTrigger(await triggers.set(params.id, edit, asker));
    },
  }),
  'triggers.delete': json({
    route: 'DELETE /api/triggers/:id',
    who: 'starter',
    summary:
      'Delete a trigger, the record of its runs, and what it was allowed to do. A run in flight is stopped first; conversations stay.',
    status: 204,
    refuses: ['trigger_not_found', 'ambiguous_id', 'id_too_short'],
    ours: true,
    handle: async ({ triggers }, { params, asker }) => {
      await triggers.remove(asker.person, params.id);
      return undefined;
    },
  }),
  'triggers.run': json({
    route: 'POST /api/triggers/:id/run',
    who: 'starter',
    needs: 'run',
    summary: 'Run it now, once more than it is due.',
    status: 202,
    refuses: [
      'trigger_not_found',
      'trigger_unconfirmed',
      'ambiguous_id',
      'id_too_short',
      'run_in_progress',
      'draining',
    ],
    ours: true,
    returns: Type.Object({ started: Type.Literal(true), runId: OrNull(Id) }),
    handle: async ({ triggers }, { params, asker }) => ({
      started: true as const,
      runId: await triggers.run(asker.person, params.id, 'asked'),
    }),
  }),
  'triggers.test': json({
    route: 'POST /api/triggers/:id/test',
    who: 'starter',
    needs: 'run',
    summary:
      'Try it: it runs now, but nothing that changes or sends anything is carried out. GET /api/triggers/:id/runs lists what it would have done.',
    status: 202,
    refuses: ['trigger_not_found', 'ambiguous_id', 'id_too_short', 'run_in_progress', 'draining'],
    ours: true,
    returns: Type.Object({ started: Type.Literal(true), runId: OrNull(Id) }),
    handle: async ({ triggers }, { params, asker }) => ({
      started: true as const,
      runId: await triggers.run(asker.person, params.id, 'test'),
    }),
  }),
  'triggers.runs': json({
    route: 'GET /api/triggers/:id/runs',
    who: 'starter',
    summary: 'Each time that it ran, the newest first. All of 62 days are kept, and the newest 10,000.',
    status: 200,
    refuses: ['trigger_not_found', 'ambiguous_id', 'id_too_short'],
    ours: true,
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({ runs: Type.Array(FireShape), nextCursor: NextCursor }),
    handle: async ({ triggers }, { params, query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const after = positionFrom(cursor, isRowNumber);
      const { items, next } = await triggers.fires(asker.person, params.id, { limit, after });
      return { runs: items.map(shownFire), nextCursor: cursorFrom(next) };
    },
  }),
  'triggers.draft': json({
    route: 'POST /api/triggers/draft',
    who: 'person',
    needs: 'run',
    summary:
      'What a trigger would be, before it is made: its next times, and what it may do. Nothing is saved.',
    status: 200,
    refuses: CREATE_REFUSES,
    ours: true,
    body: CreateBody,
    returns: Type.Object({
      words: OrNull(Type.String()),
      timeZone: Type.String(),
      times: Type.Array(Time),
      mayDo: Type.Array(Type.String()),
      says: SaysOfTrigger,
    }),
    handle: async ({ triggers }, { body: { runAt, ...body }, asker }) => {
      const { when, timeZone, times, mayDo } = await triggers.outlined(
        { ...body, ...instant('runAt', runAt) },
        byPerson(asker.person),
      );
      return {
        words: when && inEnglish(when),
        timeZone,
        times: times.map(time),
        mayDo: mayDo.map(inEnglish),
        says: saysOfTrigger({ when, mayDo }),
      };
    },
  }),
  'triggers.preview': json({
    route: 'POST /api/triggers/preview',
    who: 'person',
    needs: 'run',
    summary: 'The next times of a schedule, before anything is saved.',
    status: 200,
    refuses: ['invalid_schedule', 'invalid_time_zone'],
    ours: true,
    body: Type.Object(
      {
        schedule: Schedule,
        timeZone: Type.Optional(TimeZone),
        count: Type.Optional(
          Type.Integer({ minimum: 1, maximum: triggerLimits.maxPreviewed, description: 'How many times' }),
        ),
      },
      closed,
    ),
    returns: Type.Object({
      schedule: Type.String(),
      words: Type.String(),
      says: Type.Object({ words: SaysShape }),
      timeZone: Type.String(),
      times: Type.Array(Time),
    }),
    handle: async ({ triggers }, { body: { schedule, timeZone, count } }) => {
      const shown = triggers.preview(schedule, timeZone ?? null, count ?? triggerLimits.previewed);
      return {
        schedule: shown.schedule,
        words: inEnglish(shown.says),
        says: { words: shownSays(shown.says) },
        timeZone: shown.timeZone,
        times: shown.times.map(time),
      };
    },
  }),
};
