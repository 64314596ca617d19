import { describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { dropChecks } from '../../../src/adapters/out/sqlite/drop-checks.ts';
import { migrations as ofHistory } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { openEnumerations } from '../../../src/adapters/out/sqlite/history/migrations/open-enumerations.ts';
import { migrations as ofMemory } from '../../../src/adapters/out/sqlite/memory/parts.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { openDatabase, type Connection } from '../../../src/adapters/out/sqlite/open.ts';
import { copyAsAfterACrash, newFile } from './database-files.ts';

const USAGE = JSON.stringify({ inputTokens: 1, outputTokens: 1, cacheReadTokens: 1, cacheWriteTokens: 1 });

/** A row in each table that loses a constraint; `x` stands for each enumeration. */
const rowsWith = (x: string, id: string): string => `
  INSERT INTO threads (thread_id, title, created_at, updated_at, change_no) VALUES ('t${id}', '', 1, 1, ${id});
  INSERT INTO sessions VALUES ('s${id}', 't${id}', NULL, 1);
  INSERT INTO messages VALUES ('t${id}', 1, ${x || "'user'"}, '[]', 'r${id}', 1);
  INSERT INTO runs (run_id, session_id, thread_id, task, status, model, provider, usage_json, cost_usd, duration_ms,
    wait_ms, started_by, created_at) VALUES ('r${id}', 's${id}', 't${id}', '', ${x || "'failed'"}, 'm', 'p', '${USAGE}', 0, 0, 0, 'owner', 1);
  INSERT INTO prompts (prompt_id, prompt_type, session_id, run_id, tool_call_id, questions_json, allow_free_text, state,
    created_at, expires_at) VALUES ('p${id}', 'ask', 's${id}', 'r${id}', 'c', '[]', 1, ${x || "'pending'"}, 1, 1);
  INSERT INTO compactions VALUES ('t${id}', 1, '', ${x || "'manual'"}, NULL, 1, 1, 'm', 0, 1, NULL);
  INSERT INTO side_calls (side_call_id, purpose, thread_id, run_id, model, provider, usage_json, cost_usd, outcome, error_json, created_at)
    VALUES ('c${id}', ${x || "'subagent'"}, 't${id}', NULL, 'm', 'p', '${USAGE}', 0, ${x || "'empty'"}, NULL, 1);`;

const NEW = "'not-thought-of'";

const historyBefore = ofHistory.slice(0, ofHistory.indexOf(openEnumerations));
const historyAfter = ofHistory.slice(0, historyBefore.length + 1);

const rowsOf = (connection: Connection): unknown =>
  (
    connection
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all() as string[]
  ).map((table) => [table, connection.prepare(`SELECT * FROM ${table}`).all()]);

const isSound = (connection: Connection): void => {
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(connection.pragma('foreign_key_check')).toEqual([]);
};

describe('the members of enumerations', () => {
  test('are refused by the old tables and accepted by the new ones, which keep all rows', async () => {
    const { connection, close } = openDatabase<object>(newFile());
    migrate(connection, 'history.db', historyBefore);
    connection.exec(rowsWith('', '1'));
    expect(() => connection.exec(`UPDATE runs SET status = ${NEW}`)).toThrow('CHECK constraint failed');
    const [rows, indexes] = [rowsOf(connection), indexesOf(connection)];
    migrate(connection, 'history.db', historyAfter);
    expect(rowsOf(connection)).toEqual(rows);
    expect(indexesOf(connection)).toEqual(indexes);
    isSound(connection);
    connection.exec(rowsWith(NEW, '2'));
    isSound(connection);
    expect(() => connection.exec("INSERT INTO sessions VALUES ('s', 'none', NULL, 1)")).toThrow(
      'FOREIGN KEY',
    );
    await close();
  });

  test('are in no CHECK of any table', () => {
    for (const migrations of [ofHistory, ofMemory]) {
      const connection = new Database(':memory:');
      migrate(connection, 'any.db', migrations);
      const enumerations = "SELECT name FROM sqlite_schema WHERE sql LIKE '%CHECK (% IN (%'";
      expect(connection.prepare(enumerations).pluck().all()).toEqual([]);
      connection.close();
    }
  });
});

test('a kill in the middle leaves the old state, and the next start continues from there', async () => {
  const live = newFile();
  const { connection, close } = openDatabase<object>(live);
  migrate(connection, 'history.db', historyBefore);
  connection.exec(rowsWith('', '1'));
  const rows = rowsOf(connection);
  // So little memory that uncommitted pages are already on disk.
  connection.pragma('cache_size = 1');
  connection.exec('BEGIN IMMEDIATE');
  dropChecks(connection, openEnumerations.dropsChecks ?? []);
  connection.exec(rowsWith(NEW, '2'));
  const killed = copyAsAfterACrash(live);
  connection.exec('ROLLBACK');
  expect(() => connection.exec(`UPDATE runs SET status = ${NEW}`)).toThrow('CHECK constraint failed');
  await close();

  const next = openDatabase<object>(killed);
  expect(next.connection.pragma('user_version', { simple: true })).toBe(historyBefore.length);
  expect(rowsOf(next.connection)).toEqual(rows);
  expect(() => next.connection.exec(`UPDATE runs SET status = ${NEW}`)).toThrow('CHECK constraint failed');
  migrate(next.connection, 'history.db', historyAfter);
  next.connection.exec(rowsWith(NEW, '2'));
  migrate(next.connection, 'history.db', ofHistory);
  isSound(next.connection);
  await next.close();
});

test('the schema is read-only at all other times', async () => {
  const { connection, close } = openDatabase<object>(newFile());
  migrate(connection, 'history.db', ofHistory);
  connection.pragma('writable_schema = ON');
  expect(() => connection.exec("UPDATE sqlite_schema SET sql = '' WHERE name = 'runs'")).toThrow(
    'may not be modified',
  );
  await close();
});

const indexesOf = (connection: Connection): unknown =>
  connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name").all();
