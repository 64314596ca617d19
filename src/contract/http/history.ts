import { Type } from 'typebox';
import { runId, sessionId, threadId } from '../../core/kernel/ids.ts';
import { historyLimits } from '../../core/history/limits.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import type { DebugBundle } from '../../core/history/debug-export.ts';
import type { RunFilter, RunPosition, Spent, ToolCallPosition } from '../../core/history/model.ts';
import type { Run as DomainRun, RunStatus, ToolCallRecord } from '../../core/runs/model.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { refuseRequest } from '../problem.ts';
import type { refuse as refuseHistory } from '../../core/history/errors.ts';
import type { refuse as refuseRuns } from '../../core/runs/errors.ts';
import type { refuse as refuseThreads } from '../../core/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { cursorQuery, Id, limitQuery, Name, NextCursor, StopReason, Time, time, Usage } from '../shapes.ts';
import { eachShown, streamedJson } from '../streamed-json.ts';

const { bytes, json } = rowsRefusing<typeof refuseHistory & typeof refuseRuns & typeof refuseThreads>();

const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const Status = Type.Enum(['running', 'completed', 'failed', 'aborted', 'interrupted']);

const Run = Type.Object({
  runId: Id,
  sessionId: Id,
  threadId: Nullable(Id),
  task: Type.String({ description: 'Secrets are masked; empty once the thread was deleted' }),
  status: Status,
  stopReason: Type.Unsafe<DomainRun['stopReason']>(Nullable(StopReason)),
  model: Type.String(),
  provider: Type.String(),
  profile: Nullable(Type.String()),
  usage: Usage,
  costUsd: Type.Number({ minimum: 0, description: 'With what its sub-agents cost' }),
  toolCallCount: Type.Integer({ minimum: 0 }),
  durationMs: Type.Integer({ minimum: 0 }),
  waitMs: Type.Integer({ minimum: 0 }),
  startedBy: Type.String(),
  trigger: Type.Null({ description: 'What started it, where no person did; there is none yet' }),
  createdAt: Time,
  endedAt: Nullable(Time),
  error: Nullable(Type.Object({ code: Type.String(), error: Type.String(), retryable: Type.Boolean() })),
});

const shownRun = (run: DomainRun) => ({
  ...run,
  trigger: null,
  createdAt: time(run.createdAt),
  endedAt: run.endedAt === null ? null : time(run.endedAt),
});

const ToolCall = Type.Object({
  toolCallId: Type.String(),
  agent: Nullable(Type.String({ description: 'The sub-agent that made it; null for the run itself' })),
  name: Type.String(),
  input: Type.Record(Type.String(), Type.Unknown()),
  output: Nullable(Type.String({ description: 'Null while the outcome is not known' })),
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

const CacheShare = Nullable(
  Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Of the tokens that went in, those that came out of a cache; null when none went in',
  }),
);

const daysQuery = {
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: historyLimits.maxDays,
      default: historyLimits.days,
      description: 'How many days, with the present one as the last',
    }),
  ),
  timeZone: Type.Optional(
    Type.String({
      maxLength: historyLimits.zoneChars,
      default: 'UTC',
      description: 'Whose days: the name of a zone in the IANA database',
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

/** @throws Refusal invalid_request for an instant that has the form of one and is none (a leap second) */
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
    ...(from === undefined ? {} : { from: instantFrom('from', from) }),
    ...(to === undefined ? {} : { to: instantFrom('to', to) }),
    ...(q === undefined ? {} : { text: q }),
    ...(session === undefined ? {} : { sessionId: sessionId(session) }),
    ...(thread === undefined ? {} : { threadId: threadId(thread) }),
  };
}

function instantFrom(name: string, text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw refuseRequest.invalid_request({
      violations: [{ path: `/query/${name}`, message: 'is no instant' }],
    });
  return at;
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
    does: 'Every run there ever was, newest first, what it did and cost; those of deleted threads without their text.',
    status: 200,
    refuses: [],
    query: Type.Object({
      limit: limitQuery,
      cursor: cursorQuery,
      status: Type.Optional(Status),
      model: Type.Optional(Name),
      from: instant('Begun at this instant or later'),
      to: instant('Begun before this instant'),
      q: Type.Optional(
        Type.String({
          maxLength: listLimits.textChars,
          description: 'Stands in the task, character for character; only the case of a to z does not count',
        }),
      ),
      sessionId: Type.Optional(Name),
      threadId: Type.Optional(Name),
    }),
    returns: Type.Object({ runs: Type.Array(Run), nextCursor: NextCursor }),
    handle: async ({ history }, { query: { limit = listLimits.byDefault, cursor, ...query } }) => {
      const after = positionFrom(cursor, isRunPosition);
      const { items, next } = await history.runs({ filter: filterFrom(query), after, limit });
      return { runs: items.map(shownRun), nextCursor: cursorFrom(next) };
    },
  }),
  'history.run': json({
    route: 'GET /api/history/runs/:id',
    does: 'One run: what it did and cost.',
    status: 200,
    refuses: ['run_not_found'],
    returns: Run,
    handle: async ({ history }, { params }) => shownRun(await history.run(runId(params.id))),
  }),
  'history.toolCalls': json({
    route: 'GET /api/history/runs/:id/tool-calls',
    does: 'The tool calls of a run, oldest first, with secrets masked.',
    status: 200,
    refuses: ['run_not_found'],
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({ toolCalls: Type.Array(ToolCall), nextCursor: NextCursor }),
    handle: async ({ history }, { params, query: { limit = listLimits.byDefault, cursor } }) => {
      const after = positionFrom(cursor, isToolCallPosition);
      const { items, next } = await history.toolCalls(runId(params.id), { after, limit });
      return { toolCalls: items.map(shownToolCall), nextCursor: cursorFrom(next) };
    },
  }),
  'history.stats': json({
    route: 'GET /api/history/stats',
    does: 'What the runs of the last days came to: in all, and by model, provider, status and tool.',
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
          { description: 'Of a run that has ended; null where none has' },
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
        { description: 'Calls that have an outcome' },
      ),
      sideCalls: Type.Array(
        Type.Object({
          purpose: Type.Enum(['compaction', 'extraction', 'subagent']),
          calls: Type.Integer({ minimum: 1 }),
          failures: Type.Integer({ minimum: 0 }),
          costUsd: Type.Number(),
        }),
        {
          description:
            'Asked of models beside the turns of runs, sub-agents included, and no part of the sums above',
        },
      ),
    }),
    handle: async ({ history }, { query }) => {
      const { byModel, byProvider, byStatus, ...stats } = await history.statistics(daysAsked(query));
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
    does: 'What each of the last days cost, oldest first, by model; days without a run are there, too. Summaries and what was remembered count in the cost.',
    status: 200,
    refuses: ['time_zone_unknown'],
    query: Type.Object(daysQuery),
    returns: Type.Object({
      days: Type.Array(
        Type.Object({
          day: Type.String({ format: 'date' }),
          ...SpentFields,
          models: Type.Array(Type.Object({ model: Type.String(), ...SpentFields })),
        }),
      ),
      timeZone: Type.String(),
    }),
    handle: async ({ history }, { query }) => {
      const asked = daysAsked(query);
      return { days: await history.dailyCost(asked), timeZone: asked.timeZone };
    },
  }),
  'threads.debugExport': bytes({
    route: 'GET /api/threads/:id/debug-export',
    does: 'All that is known of a thread as one JSON document, for who looks for a fault, with secrets masked.',
    refuses: ['thread_not_found'],
    sends: 'application/json',
    handle: async ({ debugExport }, { params }) => {
      const bundle = await debugExport.of(threadId(params.id));
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
    'Known secrets and what looks like one are masked. What was said is not: look before you share this.',
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
