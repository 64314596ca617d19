import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { afterTheFile } from '../../harness/afterwards.ts';

/** The path of a missing history.db, in its own directory, which is removed after the tests of the file. */
export function newFile(): string {
  const place = mkdtempSync(join(tmpdir(), 'sqlite-'));
  afterTheFile(() => rmSync(place, { recursive: true }));
  return join(place, 'history.db');
}

/** Runs SQL on a file by its own connection, and leaves the file as a process that closed it would. */
export function inFile<T>(file: string, use: (connection: Database.Database) => T): T {
  const connection = new Database(file);
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

const PARTS = ['', '-wal', '-journal'];

/** The database and its companions, as a process leaves them that dies now. Only for files without a lock here. */
export function copyAsAfterACrash(file: string): string {
  const copy = newFile();
  for (const part of PARTS) if (existsSync(file + part)) copyFileSync(file + part, copy + part);
  return copy;
}

/** A fingerprint of each part; null for an empty one (a reader leaves an empty log). */
export const bytesOf = (file: string): readonly (string | null)[] =>
  PARTS.map((part) => {
    if (!existsSync(file + part) || statSync(file + part).size === 0) return null;
    return createHash('sha256')
      .update(readFileSync(file + part))
      .digest('hex');
  });

/** Everything that SQLite reports about the schema of a file. */
export const schemaOf = (file: string): unknown =>
  inFile(file, (connection) => ({
    version: connection.pragma('user_version', { simple: true }),
    objects: connection.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all(),
  }));

/** SQLite's plan for a statement, one line per step. */
export const planOf = (
  connection: Database.Database,
  sql: string,
  parameters: readonly unknown[] = [],
): readonly string[] =>
  (connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { readonly detail: string }[]).map(
    ({ detail }) => detail,
  );

/** A history.db of the version before this migration, filled then. */
export function historyBefore(name: string, fill: (connection: Database.Database) => unknown): string {
  const file = newFile();
  const before = migrations.findIndex((migration) => migration.name === name);
  inFile(file, (connection) => {
    migrate(connection, 'history.db', migrations.slice(0, before));
    fill(connection);
  });
  return file;
}
