import { OWNER_ID } from '../../doubles/people.ts';
import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { olderThan } from '../../doubles/trusted-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Kysely, SqliteDialect } from 'kysely';
import { openDatabase, type Connection, type OpenDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import { readsBy } from '../../../src/adapters/out/sqlite/reads-by.ts';
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
  stores = readsOn(queries, readsBy(prepare));
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

/** An index that is read in its order, for a page or because it has few rows; and what is no table. */
const FEW =
  /^SCAN (?:threads USING INDEX threads_newest|thread_places USING (?:COVERING )?INDEX |runs USING (?:COVERING )?INDEX runs_(?:in_order|unfinished)|(?:listed|pinned|others|days|spent|used|each|content|json_each|block|CONSTANT ROW)\b|\(|search_index VIRTUAL TABLE INDEX 0:=)/u;

const readsAll = (step: string): boolean => step.startsWith('SCAN ') && !FEW.test(step);

const threads = () => stores.threads;
const runs = () => stores.runs;
const past = () => stores.history;
const prompts = () => stores.prompts;
const grants = () => stores.grants;
const changesets = () => stores.changesets;
const ids = { run: runId('r'), session: sessionId('s'), thread: threadId('t') };
const after = { changeNo: 9, isPinned: true };
const later = { changeNo: 9, isPinned: false };

describe('query plans', () => {
  const page = { after: { runNo: 9 }, limit: 50 };

  it.each<[string, () => Promise<unknown>]>([
    ['threads.get', () => threads().get(EVERYONE, ids.thread)],
    ['threads.list', () => threads().list(EVERYONE, { limit: 50, after: null, includeArchived: false })],
    [
      'threads.list, later page',
      () => threads().list(EVERYONE, { limit: 50, after, includeArchived: false }),
    ],
    [
      'threads.list, in a folder',
      () => threads().list(EVERYONE, { limit: 50, after: later, includeArchived: false, folder: 'a' }),
    ],
    ['threads.versions', () => threads().versions(ids.thread)],
    ['folders', () => stores.folders.folders(EVERYONE)],
    [
      'threads.list, archived too',
      () => threads().list(EVERYONE, { limit: 50, after, includeArchived: true }),
    ],
    ['threads.activity', () => threads().activity([ids.thread])],
    ['threads.messages', () => threads().messages(ids.thread, { after: 3, limit: 50 })],
    ['threads.messagePage', () => threads().messagePage(ids.thread, { after: 3, limit: 50 })],
    ['sessions.get', () => stores.sessions.get(EVERYONE, ids.session)],
    ['runs.get', () => runs().get(EVERYONE, ids.run)],
    ['runs.events', () => runs().events(ids.run, 3, 500)],
    ['runs.liveInThread', () => runs().liveInThread(ids.thread)],
    ['runs.byIdempotencyKey', () => runs().byIdempotencyKey(ids.session, 'key', NOON)],
    ['runs.unfinished', () => runs().unfinished()],
    ['runs.toolCalls', () => runs().toolCalls(ids.run)],
    ['grants.get', () => grants().get(EVERYONE, grantId('g'))],
    ['grants.inForce', () => grants().inForce(EVERYONE, NOON)],
    ['prompts.get', () => prompts().get(promptId('p'))],
    ['prompts.pendingIn', () => prompts().pendingIn(ids.session)],
    ['prompts.ofRun', () => prompts().ofRun(ids.run)],
    ['changesets.pendingIn', () => changesets().pendingIn(ids.thread)],
    ['changesets.file', () => changesets().file(ids.thread, 'a')],
    ['changesets.keptBytes', () => changesets().keptBytes(ids.thread)],
    ['changesets.keptBytesOf', () => changesets().keptBytesOf(OWNER_ID)],
    ['changesets.elsewhere', () => changesets().elsewhere(ids.thread, ['a', 'b'])],
    ['history.toolCalls', () => past().toolCalls(ids.run, { after: { callNo: 3 }, limit: 50 })],
    ['history.runs', () => past().runs(EVERYONE, { ...page, filter: {} })],
    ['history.runs, first page', () => past().runs(EVERYONE, { ...page, after: null, filter: {} })],
    ['history.runs, by model', () => past().runs(EVERYONE, { ...page, filter: { model: 'm' } })],
    [
      'history.runs, by session',
      () => past().runs(EVERYONE, { ...page, filter: { sessionId: ids.session } }),
    ],
    ['history.runs, by thread', () => past().runs(EVERYONE, { ...page, filter: { threadId: ids.thread } })],
    ['history.runs, by time', () => past().runs(EVERYONE, { ...page, filter: { from: 0, to: NOON } })],
    ['history.runs, by task', () => past().runs(EVERYONE, { ...page, filter: { text: 'x' } })],
    ['history.eventCounts', () => past().eventCounts(ids.run)],
    ['history.messageSizes', () => past().messageSizes(ids.thread, { after: 0, limit: 9 })],
    ['history.spentSince', () => past().spentSince(EVERYONE, NOON)],
    ['history.toolUseSince', () => past().toolUseSince(EVERYONE, NOON)],
    ['history.spentByDay', () => past().spentByDay(EVERYONE, [0, 1])],
  ])('%s reads no table from end to end', async (_name, read) => {
    const plan = await planOf(read);
    expect(plan).not.toEqual([]);
    expect(plan.filter(readsAll)).toEqual([]);
  });

  it('threads.activity asks no more often for many threads than for one', async () => {
    const session = aSession(ids.thread);
    await journalOn(database.connection).commit([
      { change: 'thread.create', thread: { ...aThread(), threadId: ids.thread } },
      { change: 'session.create', session },
      { change: 'run.start', run: aRun(session), idempotencyKey: null, bootId: null },
    ]);
    for (const many of [1, 200]) {
      await planOf(() => threads().activity(Array.from({ length: many }, () => ids.thread)));
      expect(asked).toHaveLength(2);
    }
    await journalOn(database.connection).commit([
      { change: 'thread.delete', threadId: ids.thread, personId: OWNER_ID },
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
      { change: 'thread.delete', threadId: thread.threadId, personId: OWNER_ID },
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
    expect(plans.filter(readsAll)).toEqual([]);
  });
});
