import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { keepStaged } from '../../adapters/out/postgres/exchanged-schema.ts';
import { restoredBeside } from '../../adapters/out/postgres/staged-schema.ts';
import { sqliteRows } from '../../adapters/out/sqlite/copied-rows.ts';
import { migrateFile } from '../../adapters/out/sqlite/migrate.ts';
import { openReader } from '../../adapters/out/sqlite/open.ts';
import { systemClock } from '../../adapters/out/system/system-clock.ts';
import { copiedDatabases, tablesThatStay } from '../storage-copy/databases.ts';
import { makeSchema } from '../storage-copy/make-schema.ts';
import { intoStaged } from '../storage-copy/to-postgres.ts';
import type { StorageSettings } from '../storage-settings.ts';
import { progressOf } from './in-postgres.ts';
import type { LoadRequest } from './messages.ts';
import type { Reporter } from './reporter.ts';

/**
 * Loads staged databases into a schema beside the engine's, and compares all rows. Databases that are neither staged nor stay
 * are empty in it, as an engine makes them.
 * @throws CopyDiffers
 */
export async function loadSchema(
  storage: StorageSettings,
  { operationId, folder, databases: names, staying }: LoadRequest,
  reporter: Reporter,
): Promise<void> {
  const databases = copiedDatabases().filter(({ name }) => names.includes(name));
  for (const { name, migrations } of databases) {
    reporter.alive();
    migrateFile(join(folder, name), name, migrations);
  }
  const total = databases.reduce((sum, { name }) => sum + statSync(join(folder, name)).size, 0);
  const counted = reporter.counting(total);
  let done = 0;
  const share = progressOf(total, (bytes) => {
    counted.add(bytes - done);
    done = bytes;
  });
  const open = new Map(databases.map(({ name }) => [name, openReader(join(folder, name))]));
  // What follows the rows are single statements over whole tables.
  const awake = setInterval(reporter.alive, ALIVE_MS);
  try {
    for (const connection of open.values()) connection.exec('BEGIN');
    const rows = new Map([...open].map(([name, connection]) => [name, sqliteRows(connection)]));
    await intoStaged(
      {
        databases,
        sources: ({ name }) => rows.get(name)!,
        place: storage,
        make: async (place) =>
          await makeSchema(place, { clock: systemClock, log: null, newId: () => randomUUID() }),
        onProgress: (progress) => share(progress, reporter.alive),
      },
      restoredBeside(storage.schema),
      async (client) => await keepStaged(client, storage.schema, operationId, staying, tablesThatStay()),
    );
  } finally {
    clearInterval(awake);
    for (const connection of open.values()) connection.close();
  }
}

const ALIVE_MS = 5_000;
