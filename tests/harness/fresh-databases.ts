import { OWNER_ID } from '../doubles/people.ts';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatastore, type Datastore } from '../../src/adapters/out/sqlite/datastore/open.ts';
import { migrations as ofDatastore } from '../../src/adapters/out/sqlite/datastore/parts.ts';
import { openEngineDatabase, type EngineDatabase } from '../../src/adapters/out/sqlite/engine/open.ts';
import { migrations as ofEngine } from '../../src/adapters/out/sqlite/engine/parts.ts';
import { openHistory, type HistoryDatabase } from '../../src/adapters/out/sqlite/history/open.ts';
import { migrations as ofHistory } from '../../src/adapters/out/sqlite/history/parts.ts';
import { openMemory, type MemoryDatabase } from '../../src/adapters/out/sqlite/memory/open.ts';
import { migrations as ofMemory } from '../../src/adapters/out/sqlite/memory/parts.ts';
import { migrate, type Migration } from '../../src/adapters/out/sqlite/migrate.ts';
import { openDatabase } from '../../src/adapters/out/sqlite/open.ts';
import { systemClock } from '../../src/adapters/out/system/system-clock.ts';
import { firstRecord } from '../../src/core/instance/expiry/model.ts';
import type { Clock } from '../../src/core/ports/clock.ts';
import { openVault, type VaultDatabase } from '../../src/adapters/out/sqlite/vault/open.ts';
import { migrations as ofVault } from '../../src/adapters/out/sqlite/vault/parts.ts';

/** The migrations take longer than most tests: they run once, and each database starts as a copy of what they made. */
function migratedOnce(name: string, migrations: readonly Migration[]): () => Buffer {
  let image: Buffer | undefined;
  return () => {
    if (image) return image;
    const { connection } = openDatabase(':memory:');
    migrate(connection, name, migrations);
    image = connection.serialize();
    connection.close();
    return image;
  };
}

const historyImage = migratedOnce('history.db', ofHistory);
const memoryImage = migratedOnce('memory.db', ofMemory);
const datastoreImage = migratedOnce('datastore.db', ofDatastore);
const engineImage = migratedOnce('engine.db', ofEngine);
const vaultImage = migratedOnce('vault.db', ofVault);

/**
 * Puts empty databases with the latest schema into a data directory that holds at most a workspace, as an engine leaves
 * them that was started there and stopped. Any other directory stays as it is.
 */
export function fillFresh(dataDir: string, clock: Pick<Clock, 'now'> = systemClock): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (readdirSync(dataDir).some((name) => name !== 'workspace')) return;
  for (const [name, image] of Object.entries(images))
    writeFileSync(join(dataDir, name), image(), { mode: 0o600 });
  // As where an engine has made them.
  const seen = JSON.stringify(firstRecord(clock.now(), true));
  writeFileSync(join(dataDir, 'clock.json'), seen, { mode: 0o600 });
}

const images = {
  'history.db': historyImage,
  'memory.db': memoryImage,
  'engine.db': engineImage,
  'datastore.db': datastoreImage,
  'vault.db': vaultImage,
};

/** Empty databases in memory, with the latest schema. */
export const freshHistory = (): HistoryDatabase => openHistory(':memory:', { image: historyImage() });
export const freshMemory = (): MemoryDatabase =>
  openMemory(':memory:', { image: memoryImage(), owner: { id: OWNER_ID } });
export const freshDatastore = (): Datastore => openDatastore(':memory:', { image: datastoreImage() });
export const freshEngine = (): EngineDatabase =>
  openEngineDatabase(':memory:', { image: engineImage(), owner: { id: OWNER_ID } });
export const freshVault = (): VaultDatabase => openVault(':memory:', { image: vaultImage() });
