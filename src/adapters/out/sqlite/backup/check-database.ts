import Database from 'better-sqlite3';
import { migrate, type Migration } from '../migrate.ts';
import type { Connection } from '../open.ts';
import { rowCounts } from './row-counts.ts';
import type { Facts } from './pinned-database.ts';

export interface CheckedDatabase {
  readonly name: string;
  readonly migrations: readonly Migration[];
}

/**
 * Whether the schema of a database file is the one that our migrations make, before anything in it runs: a trigger, a view
 * or a virtual table of a stranger could do what it likes with the first statement that meets it. Call it in a process that
 * may be killed.
 * @returns what is wrong, in a sentence; null if nothing is
 */
export function schemaProblem(
  file: string,
  { name, migrations }: CheckedDatabase,
  facts: Facts,
): string | null {
  const connection = openUntrusted(file);
  try {
    const version = connection.pragma('user_version', { simple: true }) as number;
    if (version > migrations.length)
      return `${name} has schema version ${version}, and this version of svc knows up to ${migrations.length}: restore it with the version that made the backup, or a newer one.`;
    if (version !== facts.schemaVersion) return `${name} has another schema version than the manifest says.`;
    const expected = new Database(':memory:');
    try {
      migrate(expected, name, migrations.slice(0, version));
      return schemaOf(connection) === schemaOf(expected)
        ? null
        : `${name} has tables, triggers or views that svc did not make.`;
    } finally {
      expected.close();
    }
  } catch (error) {
    return `${name} cannot be opened: ${(error as Error).message}.`;
  } finally {
    connection.close();
  }
}

/** Whether the content is sound and has as many rows as the manifest says. The schema must have been checked. */
export function contentProblem(file: string, { name }: CheckedDatabase, facts: Facts): string | null {
  const connection = openUntrusted(file);
  try {
    const found = connection.pragma('quick_check(1)', { simple: true }) as string;
    if (found !== 'ok') return `${name} is damaged: ${found}.`;
    const rows = rowCounts(connection);
    const isSame =
      Object.keys(rows).join() === Object.keys(facts.rows).toSorted().join() &&
      Object.entries(rows).every(([table, count]) => facts.rows[table] === count);
    return isSame ? null : `${name} has other numbers of rows than the manifest says.`;
  } catch (error) {
    return `${name} cannot be read: ${(error as Error).message}.`;
  } finally {
    connection.close();
  }
}

function openUntrusted(file: string): Connection {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  for (const pragma of ['trusted_schema = OFF', 'cell_size_check = ON', 'mmap_size = 0'])
    connection.pragma(pragma);
  return connection;
}

/** Statistics of the query planner are no part of a schema. */
function schemaOf(connection: Connection): string {
  const rows = connection
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'")
    .raw()
    .all() as unknown[][];
  return rows
    .map((row) => JSON.stringify(row))
    .toSorted()
    .join('\n');
}
