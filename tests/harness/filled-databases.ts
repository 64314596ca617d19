import Database from 'better-sqlite3';
import { join } from 'node:path';
import { exportedDatabases } from '../../src/adapters/out/sqlite/export/databases.ts';
import { migrate } from '../../src/adapters/out/sqlite/migrate.ts';

/**
 * Fills every table that an export shows, and those that it shows parts of, with this many rows: numbers and texts that
 * differ from row to row, so that row n of one table fits row n of another.
 */
export function fillDatabases(dataDir: string, rows: number): void {
  for (const { name, migrations, tables } of exportedDatabases) {
    const connection = new Database(join(dataDir, name));
    migrate(connection, name, migrations);
    connection.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; BEGIN');
    for (const [table, declared] of Object.entries(tables)) {
      if (!('section' in declared) && table !== 'sources') continue;
      const columns = connection
        .prepare('SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden = 0')
        .all(table) as { readonly name: string; readonly type: string }[];
      connection.exec(`WITH RECURSIVE some (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM some WHERE n < ${rows})
        INSERT INTO "${table}" (${columns.map((one) => `"${one.name}"`).join(', ')})
        SELECT ${columns.map(valueOf).join(', ')} FROM some`);
    }
    connection.exec('COMMIT');
    connection.close();
  }
}

function valueOf({ name, type }: { readonly name: string; readonly type: string }): string {
  if (name === 'dropped_at' || name === 'retired_at') return 'NULL';
  if (name === 'columns_json') return `'[{"name":"a","type":"string","slot":1}]'`;
  if (name.endsWith('_json')) return `'{"n":' || n || ',"text":"some text of it"}'`;
  switch (type) {
    case 'INTEGER':
      return 'n';
    case 'REAL':
      return 'n / 4.0';
    case 'BLOB':
      return `zeroblob(16)`;
    default:
      return name === 'v1' || type === 'TEXT' ? `'${name} ' || n` : 'NULL';
  }
}
