import { WriteGate } from '../../../core/kernel/write-gate.ts';
import { closeUntouched, refuseEmptied } from './damaged.ts';
import { migrate, refuseNewer, type Migration } from './migrate.ts';
import { openDatabase, type OpenDatabase } from './open.ts';

export interface OpenOptions {
  /** Whether other files say that this database was in use: then an empty file is what is left of it. */
  readonly isBesideUsed?: boolean;
  /** For `:memory:`: what is in it at first, as `serialize` of another connection gave it. */
  readonly image?: Buffer;
  /** Closing writes, so it passes this gate. */
  readonly gate?: WriteGate;
}

/** What the databases differ in. */
export interface Opened<Schema, Database> {
  /** In messages. */
  readonly name: string;
  readonly migrations: readonly Migration[];
  /** Puts the stores on the database, whose schema is the latest. */
  serve(database: OpenDatabase<Schema>, gate: WriteGate): Database;
}

/**
 * Opens the database in `file` (`:memory:` for a fast one), and brings it to the latest schema. A file that cannot be
 * used is left as it is.
 * @throws Emptied, NewerSchema, what SQLite says
 */
export function openMigrated<Schema, Database>(
  file: string,
  { name, migrations, serve }: Opened<Schema, Database>,
  { isBesideUsed = false, image, gate = new WriteGate() }: OpenOptions,
): Database {
  refuseEmptied(file, name, isBesideUsed);
  refuseNewer(file, name, migrations);
  const database = openDatabase<Schema>(file, gate, image);
  try {
    migrate(database.connection, name, migrations);
    return serve(database, gate);
  } catch (error) {
    closeUntouched(database.connection);
    throw error;
  }
}
