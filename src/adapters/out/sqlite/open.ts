import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import { WriteGate } from '../../../core/kernel/write-gate.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';
import { closeUntouched, isStore } from './damaged.ts';
import { logDisk } from './log-disk.ts';
import { BackgroundLogSync, noSync, type LogSync } from './log-sync.ts';
import { keptStatements, type Prepare } from './statements.ts';

export type Connection = Database.Database;

/** One database file: the connection that writes, and a query builder on it. */
export interface OpenDatabase<Schema> {
  readonly connection: Connection;
  readonly queries: Kysely<Schema>;
  readonly prepare: Prepare;
  readonly sync: LogSync;
  /** After this, nothing is written, and `close` leaves the files unchanged. */
  leave(): void;
  /** Passes the gate, checkpoints the write-ahead log and closes. May be called once. */
  close(): Promise<void>;
}

/** How long SQLite waits for another connection. */
const BUSY_MS = 5_000;

export interface DatabaseOptions {
  /** `close` writes, so it passes this gate. */
  readonly gate?: WriteGate;
  /** Times the sync of written commits; without it, they are synced with the next synced commit or at the close. */
  readonly clock?: Pick<Clock, 'sleep'> | null;
  /** Told of syncs that the disk failed. */
  readonly log?: Pick<Log, 'warn' | 'error'> | null;
  /** Memory for pages that were read, in KiB; SQLite's own measure where absent. It is taken only as it is filled. */
  readonly cacheKib?: number;
  /** For `:memory:`: its first content, as `serialize` of another connection gave it. */
  readonly image?: Buffer;
}

/**
 * Opens a database. In WAL mode `synchronous` is NORMAL: a commit is written when it returns, and `sync` brings it to
 * disk. On a file system without WAL mode, SQLite itself syncs each commit.
 */
export function openDatabase<Schema>(
  file: string,
  { gate = new WriteGate(), clock = null, log = null, cacheKib, image }: DatabaseOptions = {},
): OpenDatabase<Schema> {
  const walFile = `${file}-wal`;
  // What an earlier connection left may not be on disk, and must be before anything relies on it.
  if (isStore(walFile)) logDisk.rewrite(walFile);
  const connection = new Database(image ?? file, { timeout: BUSY_MS });
  let sync: LogSync = noSync;
  try {
    if (configure(connection)) sync = new BackgroundLogSync(walFile, { clock, log });
  } catch (error) {
    closeUntouched(connection);
    throw error;
  }
  if (cacheKib !== undefined) connection.pragma(`cache_size = -${cacheKib}`);
  const prepare = keptStatements(connection);
  const database: SqliteDatabase = {
    prepare: (sql) => prepare(sql) as never,
    close: () => connection.close(),
  };
  const queries = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  let isLeft = false;
  const close = async (): Promise<void> => {
    const isOnDisk = await sync.close();
    if (isLeft || !isOnDisk) return closeUntouched(connection);
    try {
      // On a full disk this fails; the log stays, and the next connection reads it.
      if (file !== ':memory:') connection.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      await queries.destroy();
      // Kysely closes only a connection that it has used.
      connection.close();
    }
  };
  return {
    connection,
    queries,
    prepare,
    sync,
    leave: () => {
      isLeft = true;
      connection.pragma('query_only = ON');
    },
    close: () => gate.beside.pass(close),
  };
}

/** A second connection to an open store, which sees only what was committed and cannot write. */
export function openReader(file: string): Connection {
  const connection = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
  connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
  return connection;
}

/** @returns whether commits go through a write-ahead log */
function configure(connection: Connection): boolean {
  const mode = connection.pragma('journal_mode = WAL', { simple: true });
  connection.exec(`
    PRAGMA synchronous = ${mode === 'wal' ? 'NORMAL' : 'FULL'};
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA cell_size_check = ON;
    PRAGMA journal_size_limit = 67108864;
  `);
  return mode === 'wal';
}
