import Database from 'better-sqlite3';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { dropChecks, type Check } from './drop-checks.ts';
import type { Connection } from './open.ts';

/** One step of a schema. Steps are only added: released ones do not change. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /**
   * The same for PostgreSQL, which begins with the tables of the latest schema: of a step that is added later, and that differs
   * there in more than the types of columns.
   */
  readonly inPostgres?: string;
  /** CHECK constraints that this step removes. */
  readonly dropsChecks?: readonly Check[];
}

/** A newer version of the engine wrote the store; nothing was changed. */
export class NewerSchema extends Error {
  readonly found: number;
  readonly known: number;

  constructor(store: string, found: number, known: number) {
    super(
      `${store} has schema version ${found}, this version of svc knows up to ${known}. ` +
        'Start the newer version again, or restore a backup made with this one.',
    );
    this.name = 'NewerSchema';
    this.found = found;
    this.known = known;
  }
}

export const isNewerSchema = (error: unknown): error is NewerSchema =>
  (error as { name?: unknown } | null)?.name === 'NewerSchema';

/**
 * Checks a file before it is opened for writing, because even changing its journal mode, or the checkpoint at the
 * close, would be a write. A missing file is not created.
 * @throws NewerSchema
 */
export function refuseNewer(file: string, store: string, migrations: readonly Migration[]): void {
  if (file === ':memory:' || !existsSync(file)) return;
  const stored = storedVersion(file);
  if (stored !== null && stored <= migrations.length) return;
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  try {
    refuseNewerThan(migrations, connection, store);
  } catch (error) {
    // A transaction that died with its process must first be rolled back, which only a writer may do; `migrate` checks
    // then.
    if ((error as { code?: unknown }).code !== 'SQLITE_READONLY_ROLLBACK') throw error;
  } finally {
    connection.close();
  }
}

const MAGIC = Buffer.from('SQLite format 3\0');
/** Where the header has the user version (https://www.sqlite.org/fileformat2.html, "The Database Header"). */
const USER_VERSION_AT = 60;

/** The version in the header; null where a log or a journal may have another one, or it cannot be told. */
function storedVersion(file: string): number | null {
  const isLogged = [`${file}-wal`, `${file}-journal`].some(
    (log) => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
  if (isLogged) return null;
  const header = Buffer.alloc(USER_VERSION_AT + 4);
  try {
    const opened = openSync(file, 'r');
    try {
      if (readSync(opened, header) < header.length) return null;
    } finally {
      closeSync(opened);
    }
  } catch {
    // SQLite says why it cannot be read.
    return null;
  }
  return header.subarray(0, MAGIC.length).equals(MAGIC) ? header.readInt32BE(USER_VERSION_AT) : null;
}

function refuseNewerThan(migrations: readonly Migration[], connection: Connection, store: string): number {
  const version = connection.pragma('user_version', { simple: true }) as number;
  if (version > migrations.length) throw new NewerSchema(store, version, migrations.length);
  return version;
}

/**
 * Migrates a store to the latest schema. Each step and its version number are one transaction, so a crash or a failing
 * step leaves the previous schema intact; a new store gets its whole schema in one. May be called at every start.
 */
export function migrate(connection: Connection, store: string, migrations: readonly Migration[]): void {
  const version = refuseNewerThan(migrations, connection, store);
  const apply = (step: Migration, index: number): void => {
    connection.exec(step.sql);
    if (step.dropsChecks) dropChecks(connection, step.dropsChecks);
    connection.pragma(`user_version = ${index + 1}`);
  };
  if (version === 0) return connection.transaction(() => migrations.forEach(apply))();
  for (const [index, step] of migrations.entries())
    if (index >= version) connection.transaction(() => apply(step, index))();
}

/** Migrates a database file that is not open. */
export function migrateFile(file: string, store: string, migrations: readonly Migration[]): void {
  const connection = new Database(file, { fileMustExist: true });
  try {
    migrate(connection, store, migrations);
  } finally {
    connection.close();
  }
}
