import { say } from '../../../../core/keeping/backups/says.ts';
import type { Says } from '../../../../core/kernel/says.ts';
import Database from 'better-sqlite3';
import { open } from 'node:fs/promises';
import { UnusableItem } from '../../../../core/keeping/export/import-port.ts';
import { sayFault } from '../../../../core/keeping/export/says.ts';
import type { Settled, StagedDatabase } from '../../../../core/keeping/backups/restore-port.ts';
import { arrive } from '../arrive.ts';
import type { TableExport } from '../exported.ts';
import { migrate } from '../migrate.ts';
import type { Connection } from '../open.ts';
import { exportedDatabases } from './databases.ts';
import { leaveOutParentless } from './parentless.ts';
import { STAGED } from './staged-pragmas.ts';
import { unusableRow } from './unusable-row.ts';

/**
 * Brings the schema to this version, and does to its rows what their parts say of rows from elsewhere (`arrive`). Rows of
 * another engine's backup whose parents are missing are left out, and told. Of an import it checks first that all relations lead somewhere, and derives what an export leaves out. Single statements go
 * over whole tables, so this is for a process of its own.
 * @param alive called between statements
 */
export async function settleDatabase(
  { name, file, at, from }: StagedDatabase,
  alive: () => void,
): Promise<Settled> {
  const database = exportedDatabases.find((one) => one.name === name);
  if (!database) throw new Error(`no export has ${name}`);
  let told: readonly Says[] = [];
  const connection = new Database(file, { fileMustExist: true });
  try {
    for (const pragma of STAGED) connection.pragma(pragma);
    alive();
    migrate(connection, name, database.migrations);
    if (from === 'export') derive(connection, database.tables, alive);
    const parentless = from === 'foreign backup' ? leaveOutParentless(connection, alive) : new Map();
    told = [
      ...missingParents(parentless),
      ...arrive(connection, database.tables, { at, isOwn: from === 'own backup', alive }),
    ];
    // What belongs to rows that do not come in does not, either.
    if (from === 'foreign backup') leaveOutParentless(connection, alive);
    connection.pragma('journal_mode = DELETE');
  } catch (error) {
    const why = unusableRow(error) as Error;
    if (why.name === 'UnusableItem') return { unusable: (why as UnusableItem).says, told: [] };
    throw error;
  } finally {
    connection.close();
  }
  alive();
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { unusable: null, told };
}

const missingParents = (left: ReadonlyMap<string, number>): readonly Says[] => {
  const tables = [...left].map(([table, rows]) => say('arrived.rows', { table, rows }));
  return tables.length === 0 ? [] : [say('arrived.without_parents', { tables })];
};

function derive(
  connection: Connection,
  tables: Readonly<Record<string, TableExport>>,
  alive: () => void,
): void {
  for (const table of Object.keys(tables)) {
    alive();
    const wrong = isTable(connection, table)
      ? connection.prepare('SELECT 1 FROM pragma_foreign_key_check(?) LIMIT 1').get(table)
      : undefined;
    if (wrong !== undefined) throw new UnusableItem(sayFault('unusable.refers', { table }));
  }
  for (const declared of Object.values(tables)) {
    alive();
    const { rebuilt = [] } = declared;
    if (typeof rebuilt === 'function') for (const _ of inPieces(connection, rebuilt)) alive();
    else for (const sql of rebuilt) connection.prepare(sql).run();
  }
}

/** Each piece is a transaction. */
function* inPieces(
  connection: Connection,
  work: (connection: Connection) => Iterable<void>,
): Generator<void> {
  connection.exec('BEGIN');
  for (const _ of work(connection)) {
    connection.exec('COMMIT');
    yield;
    connection.exec('BEGIN');
  }
  connection.exec('COMMIT');
}

const isTable = (connection: Connection, name: string): boolean =>
  connection
    .prepare(
      "SELECT 1 FROM sqlite_master WHERE name = ? AND type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    )
    .get(name) !== undefined;
