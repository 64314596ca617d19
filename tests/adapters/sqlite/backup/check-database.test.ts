import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from '@jest/globals';
import { contentProblem, schemaProblem } from '../../../../src/adapters/out/sqlite/backup/check-database.ts';
import { openForBackup } from '../../../../src/adapters/out/sqlite/backup/pinned-database.ts';
import { openHistory } from '../../../../src/adapters/out/sqlite/history/open.ts';
import { migrations } from '../../../../src/adapters/out/sqlite/history/parts.ts';
import { temporaryDir } from '../../../harness/in-process-engine.ts';
import { verifies } from '../../../spec/verifies.ts';

const known = { name: 'history.db', migrations };

/** A copy of a history.db in use, and what its manifest says. */
async function copied() {
  const folder = temporaryDir();
  const history = openHistory(join(folder, 'history.db'));
  const source = openForBackup(join(folder, 'history.db'));
  const file = join(folder, 'copy.db');
  const facts = await source.pin().copyTo(file, () => undefined);
  source.close();
  await history.close();
  return { file, facts };
}

const hostile: Readonly<Record<string, string>> = {
  'a trigger': 'CREATE TRIGGER t AFTER INSERT ON threads BEGIN DELETE FROM messages; END',
  'an endless view':
    'CREATE VIEW v AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n',
  'a trigger on an endless view':
    'CREATE VIEW v AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n; CREATE TRIGGER t AFTER INSERT ON threads BEGIN SELECT count(*) FROM v; END',
  'a virtual table': 'CREATE VIRTUAL TABLE f USING fts5(x)',
  'a table': 'CREATE TABLE other (x)',
  'a generated column': 'ALTER TABLE threads ADD COLUMN g TEXT GENERATED ALWAYS AS (title) VIRTUAL',
  'an index': 'CREATE INDEX i ON threads (title)',
  'a missing table': 'PRAGMA foreign_keys = OFF; DROP TABLE thread_tags',
};

verifies(
  'security.archive.database',
  'a copy of our own database has our schema, is sound and has its rows',
  async () => {
    const { file, facts } = await copied();
    expect(schemaProblem(file, known, facts)).toBeNull();
    expect(contentProblem(file, known, facts)).toBeNull();
  },
);

test.each(Object.entries(hostile))(
  '%s that svc did not make is found before anything in the file runs',
  async (_, sql) => {
    const { file, facts } = await copied();
    const database = new Database(file);
    database.exec(sql);
    database.close();
    expect(schemaProblem(file, known, facts)).toMatchObject({ code: 'backup.other-schema' });
  },
);

test('another version is refused, with what to do about a newer one', async () => {
  const { file, facts } = await copied();
  const database = new Database(file);
  database.pragma('user_version = 999');
  database.close();
  expect(schemaProblem(file, known, facts)).toMatchObject({
    code: 'backup.newer-database',
    facts: { version: 999 },
  });
  expect(schemaProblem((await copied()).file, known, { ...facts, schemaVersion: 1 })).toMatchObject({
    code: 'backup.other-version',
  });
});

test('other numbers of rows, damage, and a file that is no database are found', async () => {
  const { file, facts } = await copied();
  const more = { ...facts, rows: { ...facts.rows, threads: 5 } };
  expect(contentProblem(file, known, more)).toMatchObject({ code: 'backup.other-rows' });
  const bytes = readFileSync(file);
  bytes.fill(0xff, 3 * 4096, 9 * 4096);
  writeFileSync(file, bytes);
  expect(contentProblem(file, known, facts)).toMatchObject({ code: 'backup.damaged' });
  appendFileSync(join(temporaryDir(), 'none'), '');
  writeFileSync(file, 'no database at all, but long enough to be looked at as if it were one'.repeat(20));
  expect(schemaProblem(file, known, facts)).toMatchObject({ code: 'backup.not-opened' });
});
