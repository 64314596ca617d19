import { dirname } from 'node:path';
import type { PinnedDatabase } from '../../adapters/out/sqlite/backup/pinned-database.ts';
import { rowCounts } from '../../adapters/out/sqlite/backup/row-counts.ts';
import { openReader } from '../../adapters/out/sqlite/open.ts';
import { copiedDatabases, copiedDatabasesOf } from '../storage-copy/databases.ts';
import type { CopiedDatabase, OnCopyProgress } from '../storage-copy/copied.ts';
import { momentOf, readerOf, type PostgresMoment } from '../storage-copy/in-postgres.ts';
import { copyIntoFiles } from '../storage-copy/to-sqlite.ts';
import type { StorageSettings } from '../storage-settings.ts';
import type { DatabasesToCopy, Measured } from './pinned.ts';
import type { Reporter } from './reporter.ts';

/**
 * The databases of a schema, of one moment, as the files that they would be without a server: of the version in which they are, so
 * that one can be copied before it is migrated.
 */
export async function databasesIn(
  storage: StorageSettings,
  names: readonly string[],
  { alive }: Pick<Reporter, 'alive'>,
): Promise<DatabasesToCopy> {
  const { pin, close } = await readerOf(storage, copiedDatabases());
  return {
    pin: async () => {
      const moment = await pin();
      const databases = copiedDatabasesOf(moment.versions).filter(({ name }) => names.includes(name));
      if (databases.length < names.length) throw new Error('the schema lacks tables that this version knows');
      const pinned: { readonly name: string; readonly database: PinnedDatabase }[] = [];
      for (const database of databases) {
        const sizeBytes = Math.max(await moment.bytesOf(database), LEAST_BYTES);
        pinned.push({ name: database.name, database: pinnedIn(moment, database, sizeBytes, alive) });
      }
      return pinned;
    },
    close,
  };
}

/** Of the file of an empty database, about. */
const LEAST_BYTES = 2 ** 20;

const pinnedIn = (
  { sources }: PostgresMoment,
  database: CopiedDatabase,
  sizeBytes: number,
  alive: () => void,
): PinnedDatabase => ({
  sizeBytes,
  copyTo: async (file, onBytes) => {
    const share = progressOf(sizeBytes, onBytes);
    await copyIntoFiles([database], sources, dirname(file), (progress) => share(progress, alive), alive);
    onBytes(sizeBytes);
    const connection = openReader(file);
    try {
      return { schemaVersion: database.migrations.length, rows: rowCounts(connection) };
    } finally {
      connection.close();
    }
  },
  close: () => undefined,
});

/** The sizes of databases in a schema, and how many rows they have. */
export async function measuredIn(
  storage: StorageSettings,
  names: readonly string[],
  { alive }: Pick<Reporter, 'alive'>,
): Promise<Measured['databases']> {
  const databases = copiedDatabases().filter(({ name }) => names.includes(name));
  const { sources, bytesOf, close } = await momentOf(storage, databases);
  try {
    const measured: { name: string; sizeBytes: number; rows: number }[] = [];
    for (const database of databases) {
      let rows = 0;
      for (const table of database.tables) rows += await sources(database).count(table);
      alive();
      measured.push({ name: database.name, sizeBytes: await bytesOf(database), rows });
    }
    return measured;
  } finally {
    await close();
  }
}

/** Copying is one half of the work, comparing the other. */
export const progressOf =
  (totalBytes: number, onBytes: (done: number) => void) =>
  ({ step, doneRows, totalRows }: Parameters<OnCopyProgress>[0], alive: () => void): void => {
    const half = totalBytes / 2;
    const done = totalRows === 0 ? half : (half * doneRows) / totalRows;
    onBytes(Math.floor(step === 'copying' ? done : half + done));
    alive();
  };
