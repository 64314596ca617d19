import { connectPostgres, type PostgresPlace } from '../../../src/adapters/out/postgres/connect.ts';
import { openPostgresDatabases } from '../../../src/main/postgres-stores.ts';
import type { CopiedDatabase } from '../../../src/main/storage-copy/copied.ts';
import { copiedDatabases } from '../../../src/main/storage-copy/databases.ts';
import { HastyClock } from '../../doubles/hasty-clock.ts';
import { OWNER_ID } from '../../doubles/people.ts';

export const databases: readonly CopiedDatabase[] = copiedDatabases();

/** Makes the tables of all databases, as an engine does. */
export async function make(place: PostgresPlace): Promise<void> {
  const connected = await connectPostgres(place, { clock: new HastyClock() });
  try {
    const options = { newId: () => '', sleep: async () => undefined };
    const { memory } = await openPostgresDatabases(connected, { id: OWNER_ID }, options);
    await memory.close();
  } finally {
    await connected.close();
  }
}
