import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import { WriteGate } from '../../../core/kernel/write-gate.ts';
import { closeUntouched } from './damaged.ts';
import { keptStatements, type Prepare } from './statements.ts';

export type Connection = Database.Database;

/** One database file: the connection that writes, and a query builder on it. */
export interface OpenDatabase<Schema> {
  readonly connection: Connection;
  readonly queries: Kysely<Schema>;
  readonly prepare: Prepare;
  /** From now on nothing is written, and `close` leaves the files as they are. */
  leave(): void;
  /** Passes the gate, folds the write-ahead log into the file and closes. May be called once. */
  close(): Promise<void>;
}

/**
 * Opens a database. `synchronous` is FULL, because an acknowledged commit must survive a loss of power: better-sqlite3
 * would fall back to NORMAL in WAL mode.
 */
export function openDatabase<Schema>(
  file: string,
  gate: WriteGate = new WriteGate(),
  image?: Buffer,
): OpenDatabase<Schema> {
  const connection = new Database(image ?? file, { timeout: 5_000 });
  try {
    configure(connection);
  } catch (error) {
    closeUntouched(connection);
    throw error;
  }
  const prepare = keptStatements(connection);
  const database: SqliteDatabase = {
    prepare: (sql) => prepare(sql) as never,
    close: () => connection.close(),
  };
  const queries = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  let isLeft = false;
  const close = async (): Promise<void> => {
    if (isLeft) return closeUntouched(connection);
    try {
      // On a full disk this fails; the log stays, and the next one to open the file reads it.
      if (file !== ':memory:') connection.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      await queries.destroy();
      // Kysely closes only what it has used.
      connection.close();
    }
  };
  return {
    connection,
    queries,
    prepare,
    leave: () => {
      isLeft = true;
      connection.pragma('query_only = ON');
    },
    close: () => gate.pass(close),
  };
}

/** A second connection to a store that is open, which sees only what was committed and cannot write. */
export function openReader(file: string): Connection {
  const connection = new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  for (const pragma of ['trusted_schema = OFF', 'cell_size_check = ON']) connection.pragma(pragma);
  return connection;
}

function configure(connection: Connection): void {
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'secure_delete = ON',
    'trusted_schema = OFF',
    'cell_size_check = ON',
    'journal_size_limit = 67108864',
  ])
    connection.pragma(pragma);
}
