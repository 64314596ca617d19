import { WriteGate } from '../../../core/kernel/write-gate.ts';
import { closeUntouched, refuseEmptied } from './damaged.ts';
import { migrate, refuseNewer, type Migration } from './migrate.ts';
import { makeFile } from './new-file.ts';
import { openDatabase, type DatabaseOptions, type OpenDatabase } from './open.ts';

export interface OpenOptions extends DatabaseOptions {
  /** Whether other files show that this database was in use: then an empty file is damage, not a new database. */
  readonly isBesideUsed?: boolean;
}

/** What differs between the databases. */
export interface Opened<Schema, Database> {
  /** The name used in messages. */
  readonly name: string;
  readonly migrations: readonly Migration[];
  /** Builds the stores on the database, whose schema is the latest. */
  serve(database: OpenDatabase<Schema>, gate: WriteGate): Database;
}

/**
 * Opens the database in `file` (`:memory:` for a fast one) and migrates it to the latest schema. A file that cannot be
 * used is left unchanged.
 * @throws Emptied, NewerSchema, errors of SQLite
 */
export function openMigrated<Schema, Database>(
  file: string,
  { name, migrations, serve }: Opened<Schema, Database>,
  { isBesideUsed = false, gate = new WriteGate(), ...options }: OpenOptions,
): Database {
  refuseEmptied(file, name, isBesideUsed);
  refuseNewer(file, name, migrations);
  makeFile(file);
  const database = openDatabase<Schema>(file, { ...options, gate });
  try {
    migrate(database.connection, name, migrations);
    return serve(database, gate);
  } catch (error) {
    closeUntouched(database.connection);
    throw error;
  }
}
