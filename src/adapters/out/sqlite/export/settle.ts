import Database from 'better-sqlite3';
import { open } from 'node:fs/promises';
import { UnusableItem } from '../../../../core/export/import-port.ts';
import { isSection, type TableExport } from '../exported.ts';
import { migrate } from '../migrate.ts';
import type { Connection } from '../open.ts';
import { exportedDatabases } from './databases.ts';
import { STAGED } from './staged-pragmas.ts';
import { unusableRow } from './unusable-row.ts';

/** A database that is being made, with all items in it. */
export interface SettledDatabase {
  /** Its name in the data directory. */
  readonly name: string;
  readonly file: string;
  /** The instant of the import, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Brings the schema to this version, checks that all relations lead somewhere, derives what an export leaves out, and lets
 * everything wait for its owner. Single statements go over whole tables, so this is for a process of its own.
 * @param alive called between statements
 * @returns why it is unusable; null if it is settled and durable
 */
export async function settleDatabase(
  { name, file, at }: SettledDatabase,
  alive: () => void,
): Promise<string | null> {
  const database = exportedDatabases.find((one) => one.name === name);
  if (!database) throw new Error(`no export has ${name}`);
  const connection = new Database(file, { fileMustExist: true });
  try {
    for (const pragma of STAGED) connection.pragma(pragma);
    alive();
    migrate(connection, name, database.migrations);
    settle(connection, database.tables, at, alive);
    connection.pragma('journal_mode = DELETE');
  } catch (error) {
    const why = unusableRow(error) as Error;
    if (why.name === 'UnusableItem') return why.message;
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
  return null;
}

function settle(
  connection: Connection,
  tables: Readonly<Record<string, TableExport>>,
  at: number,
  alive: () => void,
): void {
  for (const table of Object.keys(tables)) {
    alive();
    const wrong = isTable(connection, table)
      ? connection.prepare('SELECT 1 FROM pragma_foreign_key_check(?) LIMIT 1').get(table)
      : undefined;
    if (wrong !== undefined) throw new UnusableItem(`something in ${table} refers to what is not there`);
  }
  for (const declared of Object.values(tables)) {
    alive();
    const { rebuilt = [] } = declared;
    if (typeof rebuilt === 'function') for (const _ of inPieces(connection, rebuilt)) alive();
    else for (const sql of rebuilt) connection.prepare(sql).run();
    if (isSection(declared)) for (const sql of declared.waits ?? []) runAt(connection, sql, at);
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

const runAt = (connection: Connection, sql: string, at: number): void =>
  void connection.prepare(sql).run(...(sql.includes(':at') ? [{ at }] : []));

const isTable = (connection: Connection, name: string): boolean =>
  connection
    .prepare(
      "SELECT 1 FROM sqlite_master WHERE name = ? AND type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    )
    .get(name) !== undefined;
