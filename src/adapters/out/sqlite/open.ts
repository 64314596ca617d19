import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import { closeUntouched } from './damaged.ts';

export type Connection = Database.Database;
export type Statement<Parameters extends unknown[]> = Database.Statement<Parameters>;

/** One database file: the connection that writes, and a query builder on it. */
export interface OpenDatabase<Schema> {
  readonly connection: Connection;
  readonly queries: Kysely<Schema>;
  /** From now on nothing is written, and `close` leaves the files as they are. */
  leave(): void;
  /** Folds the write-ahead log into the file and closes. May be called once. */
  close(): Promise<void>;
}

const STATEMENTS_KEPT = 500;

/**
 * Opens a database. `synchronous` is FULL, because an acknowledged commit must survive a loss of power: better-sqlite3
 * would fall back to NORMAL in WAL mode.
 */
export function openDatabase<Schema>(file: string): OpenDatabase<Schema> {
  const connection = new Database(file, { timeout: 5_000 });
  try {
    configure(connection);
  } catch (error) {
    closeUntouched(connection);
    throw error;
  }
  const cached = withStatementCache(connection);
  const queries = new Kysely<Schema>({ dialect: new SqliteDialect({ database: cached }) });
  let isLeft = false;
  return {
    connection,
    queries,
    leave: () => {
      isLeft = true;
      connection.pragma('query_only = ON');
    },
    close: async () => {
      if (isLeft) return closeUntouched(connection);
      try {
        // On a full disk this fails; the log stays, and the next one to open the file reads it.
        if (file !== ':memory:') connection.pragma('wal_checkpoint(TRUNCATE)');
      } finally {
        await queries.destroy();
        // Kysely closes only what it has used.
        connection.close();
      }
    },
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

/** Kysely prepares at every call; keeping the statements makes point queries three times as fast. */
function withStatementCache(connection: Connection): SqliteDatabase {
  const kept = new Map<string, Database.Statement<unknown[]>>();
  const prepare = (sql: string) => {
    let statement = kept.get(sql);
    // A statement that is being iterated must not be shared.
    if (statement && !statement.busy) kept.delete(sql);
    else statement = connection.prepare(sql);
    kept.set(sql, statement);
    if (kept.size > STATEMENTS_KEPT) kept.delete(kept.keys().next().value ?? '');
    return statement as never;
  };
  return {
    prepare,
    close: () => {
      kept.clear();
      connection.close();
    },
  };
}
