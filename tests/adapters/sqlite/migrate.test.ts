import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { migrations } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { migrate, type Migration } from '../../../src/adapters/out/sqlite/migrate.ts';
import { verifies } from '../../spec/verifies.ts';
import { bytesOf, copyAsAfterACrash, inFile, newFile, schemaOf } from './database-files.ts';

const notes: Migration = { name: 'notes', sql: 'CREATE TABLE notes (text TEXT) STRICT;' };
const tags: Migration = {
  name: 'tags',
  sql: `CREATE TABLE tags (name TEXT) STRICT; INSERT INTO tags VALUES ('first'); DELETE FROM notes;`,
};
const broken: Migration = {
  name: 'broken',
  sql: `${tags.sql.replaceAll('tags', 'marks')} SELECT no_such_function();`,
};

function withNotes(): string {
  const file = newFile();
  inFile(file, (connection) => {
    migrate(connection, 'notes.db', [notes]);
    connection.exec(`INSERT INTO notes VALUES ('kept')`);
  });
  return file;
}

describe('migrate', () => {
  verifies('crash.atomic-migration', 'a migration that throws leaves the previous schema and rows', () => {
    const file = withNotes();
    const before = schemaOf(file);
    inFile(file, (connection) => {
      expect(() => migrate(connection, 'notes.db', [notes, { ...broken, name: 'broken' }])).toThrow(
        'no_such_function',
      );
      expect(connection.inTransaction).toBe(false);
      expect(connection.prepare('SELECT text FROM notes').pluck().all()).toEqual(['kept']);
    });
    expect(schemaOf(file)).toEqual(before);
  });

  verifies(
    'crash.atomic-migration',
    'the steps before one that throws stay, and the next start continues from them',
    () => {
      const file = withNotes();
      inFile(file, (connection) => {
        expect(() => migrate(connection, 'notes.db', [notes, tags, broken])).toThrow('no_such_function');
      });
      expect(schemaOf(file)).toMatchObject({ version: 2, objects: [{ name: 'notes' }, { name: 'tags' }] });
      inFile(file, (connection) => {
        migrate(connection, 'notes.db', [notes, tags, { ...broken, sql: 'DROP TABLE notes' }]);
        expect(connection.prepare('SELECT name FROM tags').pluck().all()).toEqual(['first']);
      });
      expect(schemaOf(file)).toMatchObject({ version: 3, objects: [{ name: 'tags' }] });
    },
  );

  it('does nothing to an up-to-date file', () => {
    const file = withNotes();
    const before = bytesOf(file);
    inFile(file, (connection) => migrate(connection, 'notes.db', [notes]));
    expect(bytesOf(file)).toEqual(before);
  });
});

verifies('history.stats', 'runs from before the history was summed up count', async () => {
  const file = newFile();
  inFile(file, (connection) => {
    migrate(connection, 'history.db', migrations.slice(0, 1));
    const usage = JSON.stringify({
      inputTokens: 7,
      outputTokens: 1,
      cacheReadTokens: 2,
      cacheWriteTokens: 3,
    });
    const run = connection.prepare(
      `INSERT INTO runs VALUES (?, 's', NULL, '', ?, NULL, 'm', 'p', NULL, '${usage}', 0.5, 1, 10, 0, 'owner', ?, NULL, NULL)`,
    );
    const call = connection.prepare(`INSERT INTO tool_calls VALUES ('1', ?, 'read', '{}', '', ?, ?, 1)`);
    const day = 86_400_000;
    run.run('1', 'completed', day - 1);
    run.run('2', 'completed', day);
    run.run('3', 'failed', day);
    run.run('4', 'running', day);
    for (const [id, success] of [1, 0, null].entries()) call.run(String(id), success, day);
  });
  const { history, close } = openHistory(file);
  expect(await history.spentSince(EVERYONE, 86_400_000)).toMatchObject([
    { status: 'completed', runs: 1, costUsd: 0.5, usage: { inputTokens: 7 }, durationMs: 10 },
    { status: 'failed', runs: 1 },
    { status: 'running', runs: 1, costUsd: 0 },
  ]);
  expect(await history.toolUseSince(EVERYONE, 0)).toEqual([{ name: 'read', calls: 2, failures: 1 }]);
  await close();
});

describe('a history.db of a newer version', () => {
  const REFUSED = new RegExp(`version 9999.*up to ${migrations.length}`, 'u');

  verifies(
    'crash.newer-schema',
    'is refused with both versions named, and not a byte of it is changed',
    async () => {
      const file = newFile();
      await openHistory(file).close();
      inFile(file, (connection) => connection.pragma('user_version = 9999'));
      const before = bytesOf(file);
      expect(() => openHistory(file)).toThrow(REFUSED);
      expect(bytesOf(file)).toEqual(before);
    },
  );

  verifies('crash.newer-schema', 'is left in the journal mode that it had', () => {
    const file = newFile();
    inFile(file, (connection) => {
      connection.exec('CREATE TABLE later (text TEXT)');
      connection.pragma('user_version = 9999');
    });
    const before = bytesOf(file);
    expect(() => openHistory(file)).toThrow(REFUSED);
    expect(bytesOf(file)).toEqual(before);
  });

  verifies(
    'crash.newer-schema',
    'keeps the log that its own version had not checkpointed when it was killed',
    () => {
      const live = newFile();
      const connection = new Database(live);
      connection.pragma('journal_mode = WAL');
      connection.exec('CREATE TABLE later (text TEXT)');
      connection.pragma('user_version = 9999');
      const file = copyAsAfterACrash(live);
      connection.close();
      const before = bytesOf(file);
      expect(before[1]).not.toBeNull();
      expect(() => openHistory(file)).toThrow(REFUSED);
      expect(bytesOf(file)).toEqual(before);
      expect(schemaOf(file)).toMatchObject({ version: 9999, objects: [{ name: 'later' }] });
    },
  );

  verifies(
    ['crash.newer-schema', 'crash.atomic-migration'],
    'is reported, or opened, even when a transaction died during the switch to the log',
    async () => {
      for (const version of [0, 9999]) {
        const live = newFile();
        const connection = new Database(live);
        connection.exec('CREATE TABLE later (text TEXT)');
        connection.pragma(`user_version = ${version}`);
        // More than fits in memory, so that it is already in the file, and the old content in the journal.
        connection.pragma('cache_size = 1');
        connection.exec('BEGIN IMMEDIATE; DROP TABLE later; CREATE TABLE large (text TEXT)');
        connection.exec(
          `WITH RECURSIVE nth (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < 200)
           INSERT INTO large SELECT hex(zeroblob(2000)) FROM nth`,
        );
        const file = copyAsAfterACrash(live);
        connection.close();
        expect(bytesOf(file)[2]).not.toBeNull();
        if (version === 0) await openHistory(file).close();
        else expect(() => openHistory(file)).toThrow(REFUSED);
        expect(inFile(file, (left) => left.prepare('SELECT count(*) FROM later').pluck().get())).toBe(0);
      }
    },
  );
});
