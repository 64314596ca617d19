import { renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrations } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';

/** What named who had started something, before people were known. */
const STARTED_BY = `CASE WHEN starter_kind = 'agent' THEN 'agent'
  WHEN starter_kind = 'host' THEN 'tool-server:' || starter_id
  WHEN starter_id IS NULL THEN 'owner'
  ELSE starter_kind || ':' || starter_id END`;
const BEFORE: Readonly<Record<string, string>> = { started_by: STARTED_BY, granted_by: "'owner'" };

/** Makes of history.db what a version had written that knew no people, with the same rows. */
export function beforePeople(dataDir: string): void {
  const file = join(dataDir, 'history.db');
  const now = join(dataDir, 'history-now.db');
  const known = new Database(file);
  known.pragma('wal_checkpoint(TRUNCATE)');
  known.pragma('journal_mode = DELETE');
  known.close();
  renameSync(file, now);
  const earlier = new Database(file);
  const version = migrations.findIndex(({ name }) => name === 'people');
  migrate(earlier, 'history.db', migrations.slice(0, version));
  earlier.pragma('foreign_keys = OFF');
  // The index of the search is copied as it is.
  earlier.unsafeMode(true);
  earlier.prepare('ATTACH ? AS now').run(now);
  for (const table of tablesOf(earlier)) {
    const has = new Set(columnsOf(earlier, 'now', table));
    const columns = columnsOf(earlier, 'main', table).filter((name) => has.has(name) || name in BEFORE);
    if (has.size === 0 || columns.length === 0) continue;
    const from = columns.map((name) => (has.has(name) ? name : (BEFORE[name] ?? name)));
    earlier.exec(
      `DELETE FROM main.${table};
      INSERT INTO main.${table} (${columns.join(', ')}) SELECT ${from.join(', ')} FROM now.${table}`,
    );
  }
  earlier.exec('DETACH now');
  earlier.pragma('journal_mode = WAL');
  earlier.close();
}

const tablesOf = (database: Database.Database): readonly string[] =>
  (
    database
      .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')")
      .pluck()
      .all() as string[]
  ).filter((name) => !name.startsWith('sqlite_'));

const columnsOf = (database: Database.Database, schema: 'main' | 'now', table: string): readonly string[] =>
  database.prepare('SELECT name FROM pragma_table_info(?, ?)').pluck().all(table, schema) as string[];
