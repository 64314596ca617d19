import { starterKinds } from '../../core/trust/people/model.ts';
import { StarterShape } from './people.ts';
import { Type } from 'typebox';
import { runId, sessionId, threadId } from '../../core/kernel/ids.ts';
import { historyLimits } from '../../core/execution/history/limits.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import type { DebugBundle } from '../../core/execution/history/debug-export.ts';
import {
  byItself,
  type RunFilter,
  type RunPosition,
  type Spent,
  type ToolCallPosition,
} from '../../core/execution/history/model.ts';
import type { Run as DomainRun, RunStatus, ToolCallRecord } from '../../core/execution/runs/model.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import type { refuse as refuseHistory } from '../../core/execution/history/errors.ts';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { instantFrom } from '../instant.ts';
import { rowsRefusing } from '../row.ts';
import {
  Attachment,
  cursorQuery,
  Id,
  limitQuery,
  Name,
  NextCursor,
  PriceKnown,
  SaysOfText,
  StopReason,
  Time,
  time,
  Usage,
} from '../shapes.ts';
import { eachShown, streamedJson } from '../streamed-json.ts';

const { bytes, json } = rowsRefusing<typeof refuseHistory & typeof refuseRuns & typeof refuseThreads>();

const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const Status = Type.Enum(['running', 'completed', 'failed', 'aborted', 'interrupted']);

export const RunShape = Type.Object({
  runId: Id,
  sessionId: Id,
  threadId: Nullable(Id),
  task: Type.String({ description: 'Secrets are masked; empty after the thread is deleted' }),
  status: Status,
  stopReason: Type.Unsafe<DomainRun['stopReason']>(Nullable(StopReason)),
  model: Type.String(),
  provider: Type.String(),
  profile: Nullable(Type.String()),
  usage: Usage,
  costUsd: Type.Number({ minimum: 0, description: 'Including its sub-agents' }),
  priceKnown: PriceKnown,
  toolCallCount: Type.Integer({ minimum: 0 }),
  durationMs: Type.Integer({ minimum: 0 }),
  waitMs: Type.Integer({ minimum: 0 }),
  startedBy: StarterShape,
  replayOf: Nullable(Id),
  attachments: Type.Array(Attachment, {
    description: 'Files that were attached to the task; none after the thread is deleted',
  }),
  trigger: Type.Union(
    [
      Type.Object({
        kind: Type.Enum(['trigger', 'workflow', 'task']),
        id: Type.String({ description: 'Of the trigger, the run of the workflow, or the task' }),
      }),
      Type.Null(),
    ],
    { description: 'What started it by itself; null where a person or a host of the tool server did' },
  ),
  createdAt: Time,
  endedAt: Nullable(Time),
  error: Nullable(
    Type.Object({
      code: Type.String(),
      error: Type.String(),
      says: SaysOfText,
      retryable: Type.Boolean(),
    }),
  ),
});

export const shownRun = (run: DomainRun) => ({
  ...run,
  trigger: byItself(run.startedBy),
  createdAt: time(run.createdAt),
  endedAt: run.endedAt === null ? null : time(run.endedAt),
});

const ToolCall = Type.Object({
  toolCallId: Type.String(),
  agent: Nullable(Type.String({ description: 'The sub-agent that made the call; null for the run itself' })),
  name: Type.String(),
  input: Type.Record(Type.String(), Type.Unknown()),
  output: Nullable(Type.String({ description: 'Null while the outcome is unknown' })),
  success: Nullable(Type.Boolean()),
  durationMs: Nullable(Type.Integer({ minimum: 0 })),
  startedAt: Time,
});

const shownToolCall = (call: ToolCallRecord) => {
  const { toolCallId, agent, name, input, output, success, durationMs } = call;
  return { toolCallId, agent, name, input, output, success, durationMs, startedAt: time(call.startedAt) };
};

const SpentFields = {
  runs: Type.Integer({ minimum: 0 }),
  costUsd: Type.Number({ minimum: 0 }),
  usage: Usage,
};

const SideCost = Type.Number({
  minimum: 0,
  description:
    'The part of costUsd that calls beside runs made, as for titles, summaries, memory, speech and batches; sub-agents count for their runs',
});

const CacheShare = Nullable(
  Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'The cached share of the input tokens; null when there were none',
  }),
);

const daysQuery = {
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: historyLimits.maxDays,
      default: historyLimits.days,
      description: 'The number of days, ending today',
    }),
  ),
  timeZone: Type.Optional(
    Type.String({
      maxLength: historyLimits.zoneChars,
      default: 'UTC',
      description: 'The time zone of the days, by its IANA name',
    }),
  ),
};

const daysAsked = ({
  days = historyLimits.days,
  timeZone = 'UTC',
}: {
  days?: number;
  timeZone?: string;
}) => ({
  days,
  timeZone,
});

const instant = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description }));

interface RunsQuery {
  readonly status?: string;
  readonly model?: string;
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
  readonly sessionId?: string;
  readonly threadId?: string;
}

/** @throws Refusal invalid_request for a well-formed instant that does not exist (a leap second) */
function filterFrom({
  status,
  model,
  from,
  to,
  q,
  sessionId: session,
  threadId: thread,
}: RunsQuery): RunFilter {
  return {
    ...(status === undefined ? {} : { status: status as RunStatus }),
    ...(model === undefined ? {} : { model }),
    ...(from === undefined ? {} : { from: instantFrom('/query/from', from) }),
    ...(to === undefined ? {} : { to: instantFrom('/query/to', to) }),
    ...(q === undefined ? {} : { text: q }),
    ...(session === undefined ? {} : { sessionId: sessionId(session) }),
    ...(thread === undefined ? {} : { threadId: threadId(thread) }),
  };
}

function isRunPosition(value: unknown): value is RunPosition {
  return Number.isSafeInteger((value as Partial<RunPosition> | null)?.runNo);
}

function isToolCallPosition(value: unknown): value is ToolCallPosition {
  return Number.isSafeInteger((value as Partial<ToolCallPosition> | null)?.callNo);
}

const named = <Name extends string, Key>(name: Name, list: readonly (Spent & { readonly key: Key })[]) =>
  list.map(
    ({ key, ...spent }) => ({ [name]: key, ...spent }) as { readonly [N in Name]: Key } & typeof spent,
  );

export const history = {
  'history.runs': json({
    route: 'GET /api/history/runs',
    who: 'starter',
    summary:
      'All runs ever, newest first, with what they did and cost; runs of deleted threads without their text.',
    status: 200,
    refuses: [],
    query: Type.Object({
      limit: limitQuery,
      cursor: cursorQuery,
      status: Type.Optional(Status),
      model: Type.Optional(Type.String({ ...Name, description: 'Only runs of this model, by its id' })),
      from: instant('Started at this instant or later'),
      to: instant('Started before this instant'),
      q: Type.Optional(
        Type.String({
          maxLength: listLimits.textChars,
          description: 'Text that the task contains, exact except for the case of a to z',
        }),
      ),
      sessionId: Type.Optional(Type.String({ ...Name, description: 'Only runs of this session' })),
      threadId: Type.Optional(Type.String({ ...Name, description: 'Only runs of this thread' })),
    }),
    returns: Type.Object({ runs: Type.Array(RunShape), nextCursor: NextCursor }),
    handle: async ({ history }, { query: { limit = listLimits.byDefault, cursor, ...query }, asker }) => {
      const after = positionFrom(cursor, isRunPosition);
      const { items, next } = await history.runs(asker.person, { filter: filterFrom(query), after, limit });
      return { runs: items.map(shownRun), nextCursor: cursorFrom(next) };
    },
  }),
  'history.others': json({
    route: 'GET /api/history/others',
    who: 'owner',
    summary:
      'What was done for others, the newest first: a line for each run, with whose it is, its cost, time and state, and no word of it.',
    status: 200,
    refuses: [],
    ours: true,
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({
      work: Type.Array(
        Type.Object({
          runId: Id,
          personId: Type.String({ description: 'Of somebody who may have been removed since' }),
          kind: Type.Enum([...starterKinds]),
          status: Status,
          startedAt: Time,
          endedAt: Nullable(Time),
          costUsd: Type.Number({ minimum: 0, description: 'Including its sub-agents' }),
          priceKnown: PriceKnown,
        }),
      ),
      nextCursor: NextCursor,
    }),
    handle: async ({ history }, { query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const after = positionFrom(cursor, isRunPosition);
      const { items, next } = await history.workOfOthers(asker.person, { limit, after });
      return {
        work: items.map(({ createdAt, endedAt, ...one }) => ({
          ...one,
          startedAt: time(createdAt),
          endedAt: endedAt === null ? null : time(endedAt),
        })),
        nextCursor: cursorFrom(next),
      };
    },
  }),
  'history.run': json({
    route: 'GET /api/history/runs/:id',
    who: 'starter',
    summary: 'One run: what it did and cost.',
    status: 200,
    refuses: ['run_not_found'],
    returns: RunShape,
    handle: async ({ history }, { params, asker }) =>
      shownRun(await history.run(asker.person, runId(params.id))),
  }),
  'history.toolCalls': json({
    route: 'GET /api/history/runs/:id/tool-calls',
    who: 'starter',
    summary: 'The tool calls of a run, oldest first, with secrets masked.',
    status: 200,
    refuses: ['run_not_found'],
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({ toolCalls: Type.Array(ToolCall), nextCursor: NextCursor }),
    handle: async ({ history }, { params, query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const after = positionFrom(cursor, isToolCallPosition);
      const { items, next } = await history.toolCalls(asker.person, runId(params.id), { after, limit });
      return { toolCalls: items.map(shownToolCall), nextCursor: cursorFrom(next) };
    },
  }),
  'history.stats': json({
    route: 'GET /api/history/stats',
    who: 'starter',
    summary: 'Totals of the runs of the last days: overall, and by model, provider, status and tool.',
    status: 200,
    refuses: ['time_zone_unknown'],
    query: Type.Object(daysQuery),
    returns: Type.Object({
      days: Type.Integer(),
      timeZone: Type.String(),
      from: Time,
      to: Time,
      total: Type.Object(SpentFields),
      cacheShare: CacheShare,
      average: Nullable(
        Type.Object(
          {
            costUsd: Type.Number(),
            durationMs: Type.Number(),
            waitMs: Type.Number(),
            inputTokens: Type.Number(),
            outputTokens: Type.Number(),
          },
          { description: 'Of ended runs; null if there are none' },
        ),
      ),
      byModel: Type.Array(Type.Object({ model: Type.String(), ...SpentFields })),
      byProvider: Type.Array(Type.Object({ provider: Type.String(), ...SpentFields })),
      byStatus: Type.Array(Type.Object({ status: Status, ...SpentFields })),
      byTool: Type.Array(
        Type.Object({
          name: Type.String(),
          calls: Type.Integer({ minimum: 1 }),
          failures: Type.Integer({ minimum: 0 }),
        }),
        { description: 'Calls with a known outcome' },
      ),
      sideCalls: Type.Array(
        Type.Object({
          purpose: Type.Enum([
            'compaction',
            'extraction',
            'title',
            'subagent',
            'batch',
            'transcription',
            'aside',
            'speech',
          ]),
          calls: Type.Integer({ minimum: 1 }),
          failures: Type.Integer({ minimum: 0 }),
          costUsd: Type.Number(),
        }),
        {
          description:
            'Model calls outside the turns of runs and sub-agents; not part of the sums above. batch: one for each request of a batch',
        },
      ),
    }),
    handle: async ({ history }, { query, asker }) => {
      const { byModel, byProvider, byStatus, ...stats } = await history.statistics(
        asker.person,
        daysAsked(query),
      );
      return {
        ...stats,
        from: time(stats.from),
        to: time(stats.to),
        byModel: named('model', byModel),
        byProvider: named('provider', byProvider),
        byStatus: named('status', byStatus),
      };
    },
  }),
  'history.dailyCost': json({
    route: 'GET /api/history/cost/daily',
    who: 'starter',
    summary:
      'The cost of each of the last days, oldest first, by model; includes days without a run. Summaries and memory extraction count.',
    status: 200,
    refuses: ['time_zone_unknown'],
    query: Type.Object(daysQuery),
    returns: Type.Object({
      days: Type.Array(
        Type.Object({
          day: Type.String({ format: 'date' }),
          ...SpentFields,
          sideCostUsd: SideCost,
          priceKnown: PriceKnown,
          models: Type.Array(
            Type.Object({
              model: Type.String(),
              ...SpentFields,
              sideCostUsd: SideCost,
              priceKnown: PriceKnown,
            }),
          ),
        }),
      ),
      timeZone: Type.String(),
    }),
    handle: async ({ history }, { query, asker }) => {
      const asked = daysAsked(query);
      return { days: await history.dailyCost(asker.person, asked), timeZone: asked.timeZone };
    },
  }),
  'history.starters': json({
    route: 'GET /api/history/starters',
    who: 'starter',
    summary:
      'What started the runs of the last days and what that cost, the most expensive first, and what became of the fires of triggers.',
    status: 200,
    refuses: ['time_zone_unknown'],
    ours: true,
    query: Type.Object(daysQuery),
    returns: Type.Object({
      days: Type.Integer(),
      timeZone: Type.String(),
      from: Time,
      to: Time,
      starters: Type.Array(
        Type.Object({
          kind: Type.Enum(['person', 'host', 'trigger', 'workflow', 'task', 'replay'], {
            description:
              'person: the owner; host: hosts of the tool server together; task: work of the agent in the background, together; replay: runs that repeat another one',
          }),
          id: Nullable(Type.String({ description: 'Of the trigger or the workflow' })),
          title: Nullable(Type.String({ description: 'Null where there is none, or it was deleted' })),
          ...SpentFields,
          priceKnown: PriceKnown,
        }),
        { description: 'At most 100. A run of a workflow counts for the workflow, whatever started that' },
      ),
      triggers: Type.Array(
        Type.Object({
          triggerId: Type.String(),
          title: Type.String(),
          verified: Type.Integer({ minimum: 0 }),
          unverified: Type.Integer({ minimum: 0 }),
          failed: Type.Integer({ minimum: 0 }),
          skipped: Type.Integer({ minimum: 0 }),
          missed: Type.Integer({ minimum: 0 }),
          open: Type.Integer({ minimum: 0, description: 'In progress, or waiting for a person' }),
        }),
        { description: 'At most 100; those that did not fire are left out' },
      ),
    }),
    handle: async ({ history }, { query, asker }) => {
      const { from, to, ...found } = await history.starters(asker.person, daysAsked(query));
      return { ...found, from: time(from), to: time(to) };
    },
  }),
  'threads.debugExport': bytes({
    route: 'GET /api/threads/:id/debug-export',
    who: 'starter',
    summary: 'Everything about a thread as one JSON document, for debugging, with secrets masked.',
    refuses: ['thread_not_found'],
    sends: 'application/json',
    handle: async ({ debugExport }, { params, asker }) => {
      const bundle = await debugExport.of(asker.person, threadId(params.id));
      return {
        contentType: 'application/json',
        fileName: `thread-${bundle.thread.threadId}.json`,
        body: streamedJson(shownBundle(bundle)),
      };
    },
  }),
};

const shownBundle = ({
  version,
  exportedAt,
  thread,
  messages,
  runs,
  compactionEvents,
  ...rest
}: DebugBundle) => ({
  schema: 'svc/thread-debug-export/1',
  engine: { version },
  exportedAt: time(exportedAt),
  notice:
    'Known secrets and texts that look like one are masked. The conversation is not: review it before you share this.',
  compactionEvents: compactionEvents.map((event) => ({ ...event, createdAt: time(event.createdAt) })),
  thread: { ...thread, createdAt: time(thread.createdAt), updatedAt: time(thread.updatedAt) },
  messages: eachShown(messages, (message) => ({ ...message, createdAt: time(message.createdAt) })),
  runs: eachShown(runs, ({ run, toolCalls, ...known }) => ({
    ...shownRun(run),
    ...known,
    toolCalls: eachShown(toolCalls, shownToolCall),
  })),
  ...rest,
});
