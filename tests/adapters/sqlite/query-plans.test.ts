import { olderThan } from '../../doubles/trusted-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Kysely, SqliteDialect } from 'kysely';
import { openDatabase, type Connection, type OpenDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import type { Prepare, Statement } from '../../../src/adapters/out/sqlite/statements.ts';
import { noSync } from '../../../src/adapters/out/sqlite/log-sync.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import {
  migrations,
  readsOn,
  stepsOn,
  type HistoryReads,
} from '../../../src/adapters/out/sqlite/history/parts.ts';
import type { HistorySchema } from '../../../src/adapters/out/sqlite/history/schema.ts';
import { SqliteJournal } from '../../../src/adapters/out/sqlite/journal.ts';
import { grantId, promptId, runId, sessionId, threadId } from '../../../src/core/kernel/ids.ts';
import type { HistoryChange as Change } from '../../../src/adapters/out/sqlite/history/parts.ts';
import {
  aMessage,
  aPrompt,
  aRun,
  aSession,
  aThread,
  aToolCall,
  endOf,
  NOON,
  textEvent,
} from '../../ports/history-builders.ts';
import { planOf as stepsOf } from './database-files.ts';

interface Asked {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

let database: OpenDatabase<HistorySchema>;
let asked: Asked[] = [];
let stores: HistoryReads;

beforeAll(() => {
  database = openDatabase<HistorySchema>(':memory:');
  migrate(database.connection, 'history.db', migrations);
  const queries = new Kysely<HistorySchema>({
    dialect: new SqliteDialect({ database: database.connection }),
    log: ({ query }) => void asked.push(query),
  });
  const prepare: Prepare = (sql) => recorded(database.prepare(sql), sql);
  stores = readsOn({ queries, prepare });
});
afterAll(() => database.close());

const recorded = (statement: Statement, sql: string): Statement =>
  Object.assign(Object.create(statement) as Statement, {
    all: (...parameters: unknown[]) => {
      asked.push({ sql, parameters });
      return statement.all(...parameters);
    },
  });

const journalOn = (connection: Connection) =>
  new SqliteJournal(
    { connection, prepare: (sql) => connection.prepare(sql), sync: noSync },
    stepsOn(database.queries),
  );

/** SQLite's plan for the read, one line per step. */
async function planOf(read: () => Promise<unknown>): Promise<readonly string[]> {
  asked = [];
  await read();
  return asked.flatMap(explain);
}

const explain = ({ sql, parameters }: Asked) => stepsOf(database.connection, sql, parameters);

const BY_INDEX =
  /^SEARCH \S+ USING (?:(?:COVERING )?INDEX|(?:INTEGER )?PRIMARY KEY) |^SCAN threads USING INDEX threads_newest|^SCAN search_index VIRTUAL TABLE INDEX 0:=/u;
/** `block` is one of the blocks of one message; a bloom filter is asked before an index. */
const NO_TABLE =
  /^(?:SCAN block|SCALAR SUBQUERY|LIST SUBQUERY|CORRELATED|SEARCH SUBQUERY|SCAN CONSTANT ROW|REUSE|CREATE BLOOM FILTER)/u;

const threads = () => stores.threads;
const runs = () => stores.runs;
const past = () => stores.history;
const prompts = () => stores.prompts;
const grants = () => stores.grants;
const changesets = () => stores.changesets;
const ids = { run: runId('r'), session: sessionId('s'), thread: threadId('t') };
const after = { changeNo: 9 };

describe('query plans', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['threads.get', () => threads().get(ids.thread)],
    ['threads.list', () => threads().list({ limit: 50, after: null, includeArchived: false })],
    ['threads.list, later page', () => threads().list({ limit: 50, after, includeArchived: false })],
    ['threads.list, archived too', () => threads().list({ limit: 50, after: null, includeArchived: true })],
    [
      'threads.list, archived too, later page',
      () => threads().list({ limit: 50, after, includeArchived: true }),
    ],
    ['threads.messages', () => threads().messages(ids.thread, { after: 3, limit: 50 })],
    ['threads.messagePage', () => threads().messagePage(ids.thread, { after: 3, limit: 50 })],
    ['sessions.get', () => stores.sessions.get(ids.session)],
    ['runs.get', () => runs().get(ids.run)],
    ['runs.events', () => runs().events(ids.run, 3, 500)],
    ['runs.liveInThread', () => runs().liveInThread(ids.thread)],
    ['runs.byIdempotencyKey', () => runs().byIdempotencyKey(ids.session, 'key', NOON)],
    ['grants.get', () => grants().get(grantId('g'))],
    ['prompts.get', () => prompts().get(promptId('p'))],
    ['prompts.pendingIn', () => prompts().pendingIn(ids.session)],
    ['changesets.pendingIn', () => changesets().pendingIn(ids.thread)],
    ['changesets.file', () => changesets().file(ids.thread, 'a')],
    ['changesets.keptBytes', () => changesets().keptBytes(ids.thread)],
  ])('%s uses an index, and sorts nothing', async (_name, read) => {
    const plan = await planOf(read);
    expect(plan).not.toEqual([]);
    expect(plan.filter((step) => !BY_INDEX.test(step))).toEqual([]);
  });

  it('changesets.elsewhere uses an index over paths, however many they are', async () => {
    const [first] = await planOf(() => changesets().elsewhere(ids.thread, ['a', 'b']));
    expect(first).toMatch(/^SEARCH changed_files USING INDEX changed_files_by_path \(path=\?/u);
  });

  it('threads.activity uses indexes, with as many queries for many threads as for one', async () => {
    const [thread, session] = [aThread(), aSession(ids.thread)];
    const changes: readonly Change[] = [
      { change: 'thread.create', thread: { ...thread, threadId: ids.thread } },
      { change: 'session.create', session },
      { change: 'run.start', run: aRun(session), idempotencyKey: null, bootId: null },
    ];
    await journalOn(database.connection).commit(changes);
    const lookup = (step: RegExp) => [/^SCAN listed$/u, step];
    const steps = [
      /^COMPOUND QUERY$/u,
      /^LEFT-MOST SUBQUERY$/u,
      /^MATERIALIZE listed$/u,
      /^SCAN each VIRTUAL TABLE/u,
      /^USE TEMP B-TREE FOR DISTINCT$/u,
      ...lookup(/^SEARCH runs USING INDEX runs_one_live_in_thread \(thread_id=\?\)$/u),
      /^UNION ALL$/u,
      ...lookup(/^SEARCH changesets USING PRIMARY KEY \(thread_id=\?\)$/u),
      /^CORRELATED SCALAR SUBQUERY/u,
      /^SEARCH changed_files USING PRIMARY KEY \(thread_id=\?\)$/u,
      /^SCAN content EXISTS VIRTUAL TABLE/u,
      /^UNION ALL$/u,
      ...lookup(/^SEARCH thread_tags USING COVERING INDEX tags_of_thread \(thread_id=\?\)$/u),
      /^UNION ALL$/u,
      ...lookup(/^SEARCH unread_threads USING PRIMARY KEY \(thread_id=\?\)$/u),
      /^UNION ALL$/u,
      ...lookup(/^SEARCH thread_forks USING PRIMARY KEY \(thread_id=\?\)$/u),
      /^UNION ALL$/u,
      ...lookup(/^SEARCH queued_tasks USING COVERING INDEX queued_tasks_of_thread \(thread_id=\?\)$/u),
      /^SEARCH prompts USING INDEX prompts_one_pending_in_session \(state=\? AND session_id=\?\)$/u,
      /^LIST SUBQUERY/u,
      /^SCAN json_each VIRTUAL TABLE/u,
    ].map((step): unknown => expect.stringMatching(step));
    for (const many of [1, 200]) {
      const plan = await planOf(() => threads().activity(Array.from({ length: many }, () => ids.thread)));
      expect(plan).toEqual(steps);
      expect(asked).toHaveLength(2);
    }
    await journalOn(database.connection).commit([{ change: 'thread.delete', threadId: ids.thread }]);
  });

  it('threads.list skips archived ones by a partial index', async () => {
    const plan = await planOf(() => threads().list({ limit: 50, after, includeArchived: false }));
    expect(plan).toEqual([expect.stringContaining('USING INDEX threads_newest_kept')]);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['runs.unfinished', () => runs().unfinished(), /INDEX runs_unfinished/u],
    ['runs.toolCalls', () => runs().toolCalls(ids.run), /^SEARCH tool_calls USING INDEX .* \(run_id=\?\)/u],
    [
      'history.toolCalls',
      () => past().toolCalls(ids.run, { after: { callNo: 3 }, limit: 50 }),
      /^SEARCH tool_calls USING INDEX .* \(run_id=\?\)/u,
    ],
    ['prompts.ofRun', () => prompts().ofRun(ids.run), /^SEARCH prompts USING INDEX prompts_of_run /u],
    ['grants.inForce', () => grants().inForce(NOON), /^SEARCH grants USING INDEX grants_that_may_count /u],
  ])('%s uses an index, and sorts only its results', async (_name, read, step) => {
    const plan = await planOf(read);
    expect(plan).toEqual([expect.stringMatching(step), 'USE TEMP B-TREE FOR ORDER BY']);
  });

  const page = { after: { runNo: 9 }, limit: 50 };
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['all', () => past().runs({ ...page, filter: {} }), /INDEX runs_in_order \(run_no<\?\)$/u],
    ['first page', () => past().runs({ ...page, after: null, filter: {} }), /INDEX runs_in_order$/u],
    ['by model', () => past().runs({ ...page, filter: { model: 'm' } }), /INDEX runs_in_order \(/u],
    ['by status', () => past().runs({ ...page, filter: { status: 'failed' } }), /INDEX runs_in_order \(/u],
    [
      'by session',
      () => past().runs({ ...page, filter: { sessionId: ids.session } }),
      /INDEX runs_in_order \(/u,
    ],
    [
      'by thread',
      () => past().runs({ ...page, filter: { threadId: ids.thread } }),
      /INDEX runs_of_thread \(/u,
    ],
    ['by time', () => past().runs({ ...page, filter: { from: 0, to: NOON } }), /INDEX runs_in_order \(/u],
    ['by task', () => past().runs({ ...page, filter: { text: 'x' } }), /INDEX runs_in_order \(/u],
  ])('a page of the history, %s, uses an index in its order', async (_name, read, step) => {
    // First the runs of the page, from the index and the size of their text; then the runs, by number.
    const [which, ...runs] = await planOf(read);
    expect(which).toMatch(step);
    const byNumber = runs.slice(-3);
    for (const each of runs.slice(0, -3)) expect(each).toMatch(step);
    expect(byNumber).toEqual([
      'SEARCH runs USING INDEX runs_in_order (run_no=?)',
      'LIST SUBQUERY 1',
      'SCAN json_each VIRTUAL TABLE INDEX 1:',
    ]);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'eventCounts',
      () => past().eventCounts(ids.run),
      /^SEARCH events USING PRIMARY KEY|^USE TEMP B-TREE FOR GROUP BY$/u,
    ],
    [
      'messageSizes',
      () => past().messageSizes(ids.thread, { after: 0, limit: 9 }),
      /^SEARCH messages USING PRIMARY KEY/u,
    ],
  ])('%s uses a covering index', async (_name, read, step) => {
    const plan = await planOf(read);
    expect(plan).not.toEqual([]);
    for (const each of plan) expect(each).toMatch(step);
  });

  it.each<[string, () => Promise<unknown>, readonly RegExp[]]>([
    [
      'spentSince',
      () => past().spentSince(NOON),
      [
        /^SEARCH spent_days USING PRIMARY KEY \(day>\?\)$/u,
        /^SEARCH runs USING INDEX runs_newest \(created_at>\? AND created_at<\?\)$/u,
        /INDEX runs_unfinished$/u,
      ],
    ],
    [
      'toolUseSince',
      () => past().toolUseSince(NOON),
      [
        /^SEARCH tool_days USING PRIMARY KEY \(day>\?\)$/u,
        /^SEARCH tool_calls USING INDEX tool_calls_by_time \(started_at>\? AND started_at<\?\)$/u,
        // Which runs are replays.
        /^SEARCH runs USING INDEX runs_replays \(replay_of>\?\)$/u,
      ],
    ],
  ])('%s reads the sums of whole days, and part of the first day', async (_name, read, steps) => {
    const plan = await planOf(read);
    expect(plan.filter((step) => /^(SEARCH|SCAN) (?!\()/u.test(step))).toEqual(
      steps.map((step) => expect.stringMatching(step)),
    );
  });

  it('spentByDay reads only the runs of each day', async () => {
    const plan = await planOf(() => past().spentByDay([0, 1]));
    expect(plan.filter((step) => /\bruns\b/u.test(step))).toEqual([
      expect.stringMatching(/^SEARCH runs USING INDEX runs_newest \(created_at>\? AND created_at<\?\)$/u),
    ]);
  });

  it('every change uses an index', async () => {
    const thread = aThread();
    const session = aSession(thread.threadId);
    const run = aRun(session);
    const call = aToolCall(run.runId);
    const prompt = aPrompt(run);
    const changes: readonly Change[] = [
      { change: 'thread.create', thread },
      { change: 'thread.set', threadId: thread.threadId, title: 'a', archived: true, updatedAt: NOON },
      { change: 'thread.name', threadId: thread.threadId, title: 'b' },
      { change: 'session.create', session },
      { change: 'run.start', run, idempotencyKey: 'key', bootId: null },
      { change: 'message.append', message: aMessage(run, 'said') },
      { change: 'run.event', runId: run.runId, event: textEvent(1, 'said'), at: NOON },
      { change: 'tool-call.start', call },
      {
        change: 'tool-call.end',
        runId: run.runId,
        toolCallId: call.toolCallId,
        output: '',
        success: true,
        durationMs: 1,
      },
      { change: 'prompt.ask', prompt },
      { change: 'prompt.answer', promptId: prompt.promptId, answer: 'a', at: NOON },
      { change: 'prompt.expire', which: { promptId: prompt.promptId }, at: NOON },
      { change: 'prompt.expire', which: { runId: run.runId }, at: NOON },
      { change: 'prompt.expire', which: 'all', at: NOON },
      endOf(run.runId),
      { change: 'idempotency.forget', past: olderThan(NOON) },
      { change: 'session.delete', sessionId: session.sessionId },
      { change: 'thread.delete', threadId: thread.threadId },
    ];
    const noted: string[] = [];
    const { connection } = database;
    const noting = new Proxy(connection, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key, target);
        if (typeof member !== 'function') return member;
        return (...input: unknown[]) => {
          if (key === 'prepare') noted.push(String(input[0]));
          return member.apply(target, input) as unknown;
        };
      },
    });
    await journalOn(noting).commit(changes);
    expect(noted.length).toBeGreaterThan(changes.length);
    const plans = noted.flatMap((sql) => {
      const parameters = Array.from({ length: sql.split('?').length - 1 }, () => null);
      return explain({ sql, parameters });
    });
    expect(plans.filter((step) => !BY_INDEX.test(step) && !NO_TABLE.test(step))).toEqual([]);
  });
});
