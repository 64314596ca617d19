import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { dropChecks, type Check } from './drop-checks.ts';
import type { Connection } from './open.ts';

/** One step of a schema. Steps are only added: released ones do not change. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
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

function refuseNewerThan(migrations: readonly Migration[], connection: Connection, store: string): number {
  const version = connection.pragma('user_version', { simple: true }) as number;
  if (version > migrations.length) throw new NewerSchema(store, version, migrations.length);
  return version;
}

/**
 * Migrates a store to the latest schema. Each step and its version number are one transaction, so a crash or a failing
 * step leaves the previous schema intact. May be called at every start.
 */
export function migrate(connection: Connection, store: string, migrations: readonly Migration[]): void {
  const version = refuseNewerThan(migrations, connection, store);
  migrations.slice(version).forEach((migration, index) => {
    connection.transaction(() => {
      connection.exec(migration.sql);
      if (migration.dropsChecks) dropChecks(connection, migration.dropsChecks);
      connection.pragma(`user_version = ${version + index + 1}`);
    })();
  });
}
