import { EVERYONE } from '../../../../core/trust/people/model.ts';
import { ofStarter, starterColumns, starterIn } from './starter-columns.ts';
import { sql, type ExpressionBuilder } from 'kysely';
import { runId, sessionId, threadId, type PersonId } from '../../../../core/kernel/ids.ts';
import type { GivenInstructions } from '../../../../core/instance/instructions/model.ts';
import type { ToolSwitches } from '../../../../core/instance/tool-switches/model.ts';
import type { RunChange, RunStore } from '../../../../core/execution/runs/store.ts';
import type { Run, RunStatus, StopReason } from '../../../../core/execution/runs/model.ts';
import type { Resumption } from '../../../../core/execution/runs/resume/model.ts';
import { notByIndex } from '../../sql/words.ts';
import { prepared } from '../../sql/prepared.ts';
import { stepsOf, type Steps } from '../../sql/step.ts';
import { priceKnownForm, priceKnownIn, storedPriceKnown } from './price-known.ts';
import { countRun } from './days.ts';
import { nextEnd } from './insights.ts';
import { takeQueued } from './leave-queue.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import { eventReads, eventSteps } from './run-events.ts';
import { sideCallReads, sideCallSteps } from './side-calls.ts';
import { eventData } from './event-shapes.ts';
import { inTextAlone } from './question-shape.ts';
import { attachments, instructionsGiven, runError, toolSwitches, usage } from './shapes.ts';
import { usageJson } from './token-sums.ts';
import { markUnread } from './unread.ts';
import { toolCallReads, toolCallSteps } from './tool-calls.ts';
import { cutOff, flag, kept, holding, ofPerson } from '../exported.ts';
import { anything, object } from '../shape.ts';
import type { HistorySchema, RunTables } from './schema.ts';

export const runs: Part<RunTables, RunChange, { readonly runs: RunStore }> = {
  exported: {
    runs: {
      arriving: {
        columns: {
          ...kept(
            'run_id',
            'session_id',
            'thread_id',
            'task',
            'status',
            'stop_reason',
            'model',
            'provider',
            'profile',
            'cost_usd',
            'tool_call_count',
            'duration_ms',
            'wait_ms',
            'starter_id',
            'created_at',
            'ended_at',
            'input_tokens',
            'output_tokens',
            'cache_read_tokens',
            'cache_write_tokens',
            'agents_cost_usd',
            'run_no',
            'boot_id',
            'price_known',
            'resumed',
            'resumed_at',
            'end_no',
            'replay_of',
          ),
          ...ofPerson,
          ...ofStarter,
          ...holding(usage, 'usage_json'),
          ...holding(runError, 'error_json'),
          ...holding(attachments, 'attachments_json'),
          ...holding(instructionsGiven, 'instructions_json'),
          ...holding(toolSwitches, 'tools_json'),
          // What a run did after the backup is not in it: going on with it would do that again.
          resumption_json: {
            ...cutOff("CASE status WHEN 'running' THEN NULL ELSE resumption_json END"),
            // Of a run that has ended, nothing reads it.
            holds: anything,
          },
        },
      },
      section: 'runs',
      // As `isReadBy`.
      own: (row) =>
        `coalesce((SELECT person_id FROM threads WHERE threads.thread_id = ${row}.thread_id), ${row}.person_id) = this_person()`,
      says: 'the pieces of work, with their cost',
      columns: { price_known: priceKnownForm, resumed: flag },
    },
    events: {
      arriving: {
        columns: {
          ...kept('run_id', 'id', 'type', 'at'),
          data_json: {
            holds: { column: 'type', shapes: eventData, others: object },
            reshaped: (data, type) => (type === 'prompt' ? inTextAlone(data) : data),
          },
        },
      },
      section: 'runEvents',
      says: 'what each run told while it worked',
    },
    tool_calls: {
      arriving: {
        columns: {
          ...kept(
            'run_id',
            'tool_call_id',
            'name',
            'output',
            'success',
            'started_at',
            'duration_ms',
            'agent',
          ),
          // A recording of another program may have anything: see `recordedInput`.
          ...holding(anything, 'input_json'),
        },
      },
      section: 'toolCalls',
      says: 'the calls of tools',
      columns: { success: flag },
    },
    side_calls: {
      arriving: {
        columns: {
          ...kept(
            'side_call_id',
            'purpose',
            'thread_id',
            'run_id',
            'model',
            'provider',
            'cost_usd',
            'outcome',
            'created_at',
            'price_known',
          ),
          ...ofPerson,
          ...holding(usage, 'usage_json'),
          ...holding(runError, 'error_json'),
        },
      },
      columns: { price_known: priceKnownForm },
      section: 'sideCalls',
      says: 'calls of a model beside the runs, such as summaries',
    },
    calls_begun: {
      arriving: { without: 'all' },
      section: 'callsBegun',
      says: 'calls of a model that have not ended',
      // A start ends them.
      lasting: 'FALSE',
    },
    idempotency_keys: {
      arriving: { without: 'all' },
      section: 'idempotencyKeys',
      says: 'keys under which clients have started runs',
    },
  },
  ids: [
    ['runs', 'run_id'],
    ['tool_calls', 'tool_call_id'],
    ['side_calls', 'side_call_id'],
  ],
  steps: (db) => ({ ...eventSteps(db), ...toolCallSteps(db), ...sideCallSteps(db), ...runSteps(db) }),
  reads: (db) => ({
    runs: { ...runReads(db), ...eventReads(db), ...toolCallReads(db), ...sideCallReads(db) },
  }),
};

type OwnChange = Extract<
  RunChange,
  { readonly change: 'run.start' | 'run.resume' | 'run.end' | 'idempotency.forget' }
>;
type RunEnd = Pick<
  NewRow<'runs'>,
  | 'run_id'
  | 'status'
  | 'stop_reason'
  | 'usage_json'
  | 'cost_usd'
  | 'price_known'
  | 'duration_ms'
  | 'wait_ms'
  | 'ended_at'
  | 'error_json'
>;

const nextRun = sql<number>`(SELECT coalesce(max(run_no), 0) + 1 FROM runs)`;

function runSteps(db: Db): Steps<OwnChange> {
  const start = prepared<NewRow<'runs'>>((row) =>
    db.insertInto('runs').values({
      run_id: row.run_id,
      // Null, and so refused, if the session is gone or its thread another's by now: a run never starts in a deleted session. A
      // replay is only named after the session of its original.
      session_id: sql<string>`(SELECT ${row.session_id} FROM threads
        WHERE thread_id = ${row.thread_id ?? null} AND person_id = ${row.person_id} AND (
          CAST(${row.replay_of ?? null} AS TEXT) IS NOT NULL OR thread_id = (
            SELECT sessions.thread_id FROM sessions WHERE session_id = ${row.session_id})))`,
      thread_id: row.thread_id,
      task: row.task,
      status: row.status,
      stop_reason: row.stop_reason,
      model: row.model,
      provider: row.provider,
      profile: row.profile,
      usage_json: row.usage_json,
      cost_usd: row.cost_usd,
      price_known: row.price_known,
      duration_ms: row.duration_ms,
      wait_ms: row.wait_ms,
      person_id: row.person_id,
      starter_kind: row.starter_kind,
      starter_id: row.starter_id,
      replay_of: row.replay_of,
      created_at: row.created_at,
      ended_at: row.ended_at,
      error_json: row.error_json,
      run_no: nextRun,
      boot_id: row.boot_id,
      attachments_json: row.attachments_json,
      resumption_json: row.resumption_json,
      instructions_json: row.instructions_json,
      tools_json: row.tools_json,
    }),
  );
  const end = prepared<RunEnd>((row) =>
    db
      .updateTable('runs')
      .set({
        status: row.status,
        stop_reason: row.stop_reason,
        usage_json: row.usage_json,
        cost_usd: row.cost_usd,
        price_known: row.price_known,
        duration_ms: row.duration_ms,
        wait_ms: row.wait_ms,
        ended_at: row.ended_at,
        error_json: row.error_json,
        end_no: nextEnd,
      })
      .where('run_id', '=', row.run_id)
      .where('status', '=', 'running'),
  );
  const threadCost = prepared<Pick<NewRow<'runs'>, 'run_id' | 'cost_usd'>>(({ run_id, cost_usd }) =>
    db
      .updateTable('threads')
      .set((row) => ({ cost_usd: row('cost_usd', '+', cost_usd) }))
      .where(
        'thread_id',
        '=',
        db
          .selectFrom('runs')
          .select('thread_id')
          .where('run_id', '=', run_id)
          // A replay leaves its thread as it is.
          .where('replay_of', 'is', null),
      ),
  );
  const callEnd = prepared<Pick<NewRow<'calls_begun'>, 'caller_id'>>(({ caller_id }) =>
    db.deleteFrom('calls_begun').where('caller_id', '=', caller_id),
  );
  const count = countRun(db);
  const news = markUnread(db);
  return {
    'run.start': ({
      run,
      idempotencyKey: key,
      bootId,
      instructions = [],
      tools = null,
      resumption = null,
      fromQueue,
    }) => {
      const row = { session_id: run.sessionId, run_id: run.runId, created_at: run.createdAt };
      const keyed = key === null ? [] : [{ ...row, key }];
      return [
        ...(fromQueue === undefined ? [] : takeQueued(db, fromQueue, run.runId)),
        start({
          ...runRow(run),
          boot_id: bootId,
          resumption_json: resumption && JSON.stringify(resumption),
          instructions_json: instructions.length === 0 ? null : JSON.stringify(instructions),
          tools_json: tools && JSON.stringify(tools),
        }),
        ...stepsOf(
          keyed.map((one) =>
            db
              .insertInto('idempotency_keys')
              .values(one)
              .onConflict((same) => same.columns(['session_id', 'key']).doUpdateSet(one)),
          ),
        ),
      ];
    },
    'run.end': (change) => {
      const row = {
        run_id: change.runId,
        status: change.status,
        stop_reason: change.stopReason,
        usage_json: usageJson(change.totals.usage),
        cost_usd: change.totals.costUsd,
        price_known: storedPriceKnown(change.totals.priceKnown),
        duration_ms: change.totals.durationMs,
        wait_ms: change.waitMs,
        ended_at: change.endedAt,
        error_json: change.error && JSON.stringify(change.error),
      };
      return [
        { ...end(row), atLeast: 1 },
        threadCost(row),
        count(row),
        callEnd({ caller_id: change.runId }),
        // Its owner stopped it, and knows.
        ...(change.status === 'aborted' ? [] : [news(row)]),
      ];
    },
    'run.resume': ({ runId: id, bootId, elapsedMs, at }) => {
      const going = { boot_id: bootId, duration_ms: elapsedMs, resumed_at: at };
      const resume = db
        .updateTable('runs')
        .set((row) => ({ ...going, resumed: row('resumed', '+', 1) }))
        .where('run_id', '=', id)
        .where('status', '=', 'running');
      return [{ ...resume.compile(), atLeast: 1 }];
    },
    'idempotency.forget': ({ past: { before, after } }) =>
      stepsOf([
        db.deleteFrom('idempotency_keys').where('created_at', '<', before),
        db.deleteFrom('idempotency_keys').where('created_at', '>', after),
      ]),
  };
}

/** Who has its thread reads a run, whoever it was done for: a thread may have been handed over. */
export const isReadBy = (person: PersonId) =>
  sql<boolean>`coalesce((SELECT person_id FROM threads WHERE threads.thread_id = runs.thread_id), ${notByIndex(sql.ref('runs.person_id'))}) = ${person}`;

/** Not a replay, which takes no place in its thread. */
export const isInPlace = (eb: ExpressionBuilder<HistorySchema, 'runs'>) => eb('replay_of', 'is', null);

/** A literal, not a parameter: only then can SQLite use the partial index. */
export const isRunning = (eb: ExpressionBuilder<HistorySchema, 'runs'>) =>
  eb('status', '=', sql.lit('running'));

const runReads = (
  db: Db,
): Pick<
  RunStore,
  | 'get'
  | 'given'
  | 'replays'
  | 'unfinished'
  | 'resumable'
  | 'bootId'
  | 'costSince'
  | 'liveInThread'
  | 'byIdempotencyKey'
> => ({
  get: async (whose, id) => {
    let query = db.selectFrom('runs').selectAll().where('run_id', '=', id);
    if (whose !== EVERYONE) query = query.where(isReadBy(whose));
    const row = await read(query.executeTakeFirst());
    return row ? runFrom(row) : null;
  },

  given: async (id) => {
    const columns = ['instructions_json', 'tools_json'] as const;
    const query = db.selectFrom('runs').select(columns).where('run_id', '=', id);
    const row = await read(query.executeTakeFirst());
    return {
      instructions: JSON.parse(row?.instructions_json ?? '[]') as readonly GivenInstructions[],
      tools: JSON.parse(row?.tools_json ?? 'null') as ToolSwitches | null,
    };
  },

  replays: async (id, limit) => {
    const query = db.selectFrom('runs').selectAll().where('replay_of', '=', id);
    return (await read(query.orderBy('run_no', 'desc').limit(limit).execute())).map(runFrom);
  },

  unfinished: async () => {
    const query = db.selectFrom('runs').selectAll().where(isRunning);
    // Otherwise SQLite scans all runs just because they are in this order.
    return (await read(query.orderBy((eb) => notByIndex(eb.ref('run_no'))).execute())).map(runFrom);
  },

  resumable: async (id) => {
    const row = await read(
      db
        .selectFrom('runs')
        .select(['resumption_json', 'resumed', 'resumed_at', 'created_at', 'duration_ms'])
        .where('run_id', '=', id)
        .executeTakeFirst(),
    );
    if (!row || row.resumption_json === null) return null;
    return {
      runId: id,
      resumption: JSON.parse(row.resumption_json) as Resumption,
      times: row.resumed,
      elapsedMs: row.duration_ms,
      since: row.resumed_at ?? row.created_at,
    };
  },

  bootId: async (id) =>
    (await read(db.selectFrom('runs').select('boot_id').where('run_id', '=', id).executeTakeFirst()))
      ?.boot_id ?? null,

  costSince: async (whose, instant) => {
    const costIn = (table: 'runs' | 'side_calls') =>
      db
        .selectFrom(table)
        .select(sql<number>`coalesce(sum(cost_usd), 0.0)`.as('usd'))
        .where('created_at', '>=', instant)
        .$if(whose !== EVERYONE, (query) => query.where('person_id', '=', whose));
    const rows = await read(costIn('runs').unionAll(costIn('side_calls')).execute());
    return rows.reduce((sum, { usd }) => sum + usd, 0);
  },

  liveInThread: async (threadId) => {
    const query = db
      .selectFrom('runs')
      .select('run_id')
      .where('thread_id', '=', threadId)
      .where(isRunning)
      .where(isInPlace);
    const row = await read(query.executeTakeFirst());
    return row ? runId(row.run_id) : null;
  },

  byIdempotencyKey: async (sessionId, key, since) => {
    const query = db
      .selectFrom('idempotency_keys')
      .innerJoin('runs', 'runs.run_id', 'idempotency_keys.run_id')
      .selectAll('runs')
      .where('idempotency_keys.session_id', '=', sessionId)
      .where('idempotency_keys.key', '=', key)
      .where('idempotency_keys.created_at', '>=', since);
    const row = await read(query.executeTakeFirst());
    return row ? runFrom(row) : null;
  },
});

const runRow = (run: Run): Omit<NewRow<'runs'>, 'boot_id' | 'resumption_json' | 'instructions_json'> => ({
  run_id: run.runId,
  session_id: run.sessionId,
  thread_id: run.threadId,
  task: run.task,
  status: run.status,
  stop_reason: run.stopReason,
  model: run.model,
  provider: run.provider,
  profile: run.profile,
  usage_json: usageJson(run.usage),
  cost_usd: run.costUsd,
  price_known: storedPriceKnown(run.priceKnown),
  duration_ms: run.durationMs,
  wait_ms: run.waitMs,
  ...starterColumns(run.startedBy),
  replay_of: run.replayOf,
  created_at: run.createdAt,
  ended_at: run.endedAt,
  error_json: run.error && JSON.stringify(run.error),
  attachments_json: run.attachments.length === 0 ? null : JSON.stringify(run.attachments),
});

export const runFrom = (row: Row<'runs'>): Run => ({
  runId: runId(row.run_id),
  sessionId: sessionId(row.session_id),
  threadId: row.thread_id === null ? null : threadId(row.thread_id),
  task: row.task,
  status: row.status as RunStatus,
  stopReason: row.stop_reason as StopReason | null,
  model: row.model,
  provider: row.provider,
  profile: row.profile,
  usage: JSON.parse(row.usage_json) as Run['usage'],
  costUsd: row.cost_usd + row.agents_cost_usd,
  priceKnown: priceKnownIn(row.price_known),
  toolCallCount: row.tool_call_count,
  durationMs: row.duration_ms,
  waitMs: row.wait_ms,
  startedBy: starterIn(row),
  replayOf: row.replay_of === null ? null : runId(row.replay_of),
  attachments: JSON.parse(row.attachments_json ?? '[]') as Run['attachments'],
  createdAt: row.created_at,
  endedAt: row.ended_at,
  error: row.error_json === null ? null : (JSON.parse(row.error_json) as Run['error']),
});
