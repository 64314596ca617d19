import Database from 'better-sqlite3';
import { say } from '../../../../core/keeping/backups/says.ts';
import { quote } from '../../../../core/kernel/quoted.ts';
import type { Says } from '../../../../core/kernel/says.ts';
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
 * @returns what is wrong; null if nothing is
 */
export function schemaProblem(
  file: string,
  { name, migrations }: CheckedDatabase,
  facts: Facts,
): Says | null {
  const connection = openUntrusted(file);
  try {
    const version = connection.pragma('user_version', { simple: true }) as number;
    if (version > migrations.length)
      return say('backup.newer-database', { database: name, version, known: migrations.length });
    if (version !== facts.schemaVersion) return say('backup.other-version', { database: name });
    const expected = new Database(':memory:');
    try {
      migrate(expected, name, migrations.slice(0, version));
      return schemaOf(connection) === schemaOf(expected)
        ? null
        : say('backup.other-schema', { database: name });
    } finally {
      expected.close();
    }
  } catch (error) {
    return say('backup.not-opened', { database: name, why: quote((error as Error).message) });
  } finally {
    connection.close();
  }
}

/** Whether the content is sound and has as many rows as the manifest says. The schema must have been checked. */
export function contentProblem(file: string, { name }: CheckedDatabase, facts: Facts): Says | null {
  const connection = openUntrusted(file);
  try {
    const found = connection.pragma('quick_check(1)', { simple: true }) as string;
    if (found !== 'ok') return say('backup.damaged', { database: name, why: quote(found) });
    const rows = rowCounts(connection);
    const isSame =
      Object.keys(rows).join() === Object.keys(facts.rows).toSorted().join() &&
      Object.entries(rows).every(([table, count]) => facts.rows[table] === count);
    return isSame ? null : say('backup.other-rows', { database: name });
  } catch (error) {
    return say('backup.unreadable', { database: name, why: quote((error as Error).message) });
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
