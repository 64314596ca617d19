import { expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { historyContract, type OpenedWithHistory } from '../../ports/history.contract.ts';
import { migrations } from '../../../src/adapters/out/sqlite/history/migrations/all.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { sessionId, threadId } from '../../../src/core/kernel/ids.ts';
import { aSideCall } from '../../ports/history-builders.ts';
import { journalContract } from '../../ports/journal.contract.ts';
import { changesetsContract } from '../../ports/changesets.contract.ts';
import { grantsContract } from '../../ports/grants.contract.ts';
import { promptsContract } from '../../ports/prompts.contract.ts';
import { storesContract } from '../../ports/stores.contract.ts';

async function inMemory(): Promise<OpenedWithHistory> {
  const history = openHistory(':memory:');
  return { history, reopen: null, close: () => history.close() };
}

async function inFile(): Promise<OpenedWithHistory> {
  const dir = mkdtempSync(join(tmpdir(), 'history-'));
  let history = openHistory(join(dir, 'history.db'));
  return {
    history,
    reopen: async () => {
      await history.close();
      history = openHistory(join(dir, 'history.db'));
      return history;
    },
    close: async () => {
      await history.close();
      rmSync(dir, { recursive: true });
    },
  };
}

test('a history.db of the first version is brought to this one, and keeps what is in it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'history-'));
  const file = join(dir, 'history.db');
  const connection = new Database(file);
  migrate(connection, 'history.db', migrations.slice(0, 1));
  connection.exec(
    `INSERT INTO threads (thread_id, title, created_at, updated_at) VALUES ('t', 'kept', 1, 1);
     INSERT INTO sessions (session_id, thread_id, created_at) VALUES ('s', 't', 1);`,
  );
  connection.close();
  const history = openHistory(file);
  expect(await history.threads.get(threadId('t'))).toMatchObject({ title: 'kept' });
  expect(await history.prompts.pendingIn(sessionId('s'))).toBeNull();
  await history.close();
  rmSync(dir, { recursive: true });
});

test('side calls of the version before sub-agents are kept, and those of sub-agents can stand beside them', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'history-'));
  const file = join(dir, 'history.db');
  const connection = new Database(file);
  const { length: before } = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name.endsWith('-agents')),
  );
  migrate(connection, 'history.db', migrations.slice(0, before));
  connection.exec(
    `INSERT INTO threads (thread_id, title, created_at, updated_at) VALUES ('t', 'kept', 1, 1);
     INSERT INTO side_calls VALUES ('c', 'extraction', 't', NULL, 'm', 'p', '{}', 0.5, 'useful', NULL, 1);`,
  );
  connection.close();
  const history = openHistory(file);
  const call = aSideCall({ purpose: 'subagent', costUsd: 0.25, threadId: threadId('t'), createdAt: 1 });
  await history.journal.commit([{ change: 'side-call.end', call }]);
  expect(await history.history.sideCallsSince(0)).toEqual([
    { purpose: 'extraction', calls: 1, failures: 0, costUsd: 0.5 },
    { purpose: 'subagent', calls: 1, failures: 0, costUsd: 0.25 },
  ]);
  await history.journal.commit([{ change: 'thread.delete', threadId: threadId('t') }]);
  expect(await history.runs.costSince(0)).toBe(0.75);
  await history.close();
  rmSync(dir, { recursive: true });
});

test('of the summaries of the version before, only those are still to be told of behind which nothing was said', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'history-'));
  const file = join(dir, 'history.db');
  const connection = new Database(file);
  const before = migrations.findIndex(({ name }) => name.endsWith('-compactions-told'));
  migrate(connection, 'history.db', migrations.slice(0, before));
  const compaction = (thread: string, createdAt: number) =>
    `INSERT INTO compactions VALUES ('${thread}', 1, 's', 'automatic', NULL, 9, 1, 'm', 0, ${createdAt});`;
  connection.exec(
    `INSERT INTO threads (thread_id, title, created_at, updated_at) VALUES ('t', '', 1, 1), ('u', '', 1, 1);
     INSERT INTO runs (run_id, session_id, thread_id, task, status, model, provider, usage_json, cost_usd, duration_ms, wait_ms, started_by, created_at)
       VALUES ('r', 's', 't', '', 'completed', 'm', 'p', '{}', 0, 0, 0, 'owner', 1);
     INSERT INTO messages (thread_id, seq, role, content_json, run_id, created_at)
       VALUES ('t', 1, 'user', '[]', 'r', 5), ('u', 1, 'user', '[]', 'r', 5);
     ${compaction('t', 4)} ${compaction('u', 6)}`,
  );
  connection.close();
  const history = openHistory(file);
  expect(await history.threads.untoldCompactions(threadId('t'))).toEqual([]);
  expect(await history.threads.untoldCompactions(threadId('u'))).toHaveLength(1);
  await history.close();
  rmSync(dir, { recursive: true });
});

for (const contract of [
  journalContract,
  storesContract,
  historyContract,
  promptsContract,
  grantsContract,
  changesetsContract,
]) {
  contract('sqlite, :memory:', inMemory);
  contract('sqlite, a file', inFile);
}
