import { say as sayOfSetup } from '../contract/setup-says.ts';
import { EVERYONE } from '../core/trust/people/model.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { isStore } from '../adapters/out/sqlite/damaged.ts';
import { openDatastore } from '../adapters/out/sqlite/datastore/open.ts';
import { openEngineDatabase } from '../adapters/out/sqlite/engine/open.ts';
import { guardedStore, type Guardable, type GuardedStore } from '../adapters/out/sqlite/guarded-store.ts';
import type { StoredIds } from '../adapters/out/sqlite/highest-id.ts';
import { openHistory } from '../adapters/out/sqlite/history/open.ts';
import type { HistoryReads } from '../adapters/out/sqlite/history/parts.ts';
import { openMemory } from '../adapters/out/sqlite/memory/open.ts';
import { openVault } from '../adapters/out/sqlite/vault/open.ts';
import type { Refusal } from '../core/kernel/refusal.ts';
import { isStoreUnusable } from '../core/kernel/storage-refusals.ts';
import type { KnownOwner } from '../core/trust/people/model.ts';
import type { OpenStores, Stores } from './stores.ts';
import { UnusableSetup } from './unusable-setup.ts';
import { whyOf } from './reason-of.ts';

/**
 * Opens all of them. The order lets each one check in the earlier ones whether it should contain data.
 * @throws UnusableSetup if one cannot be opened, for another reason than damage or a newer schema
 */
export async function openSqliteStores({
  dataDir,
  lifecycle,
  log,
  gate,
  clock,
  missingDatabases = 'create',
}: OpenStores): Promise<Stores> {
  const shared = { gate, clock, log };
  const owner: KnownOwner = { id: null };
  const isKept = (name: string) => missingDatabases === 'create' || isThere(join(dataDir, name));
  const vaultIsKept = isKept('vault.db');
  const historyIsNew = !isThere(join(dataDir, 'history.db'));
  const guards: { readonly refusal: Refusal | null }[] = [];
  const guarded = <Database extends Guardable>(
    name: string,
    open: (file: string) => Database,
  ): GuardedStore<Database>['stores'] => {
    const place = isKept(name) ? null : ':memory:';
    const guard = opened(dataDir, name, (file) => guardedStore(file, () => open(place ?? file), gate, log));
    lifecycle.add(name, () => guard.close());
    guards.push(guard);
    return guard.stores;
  };

  const isBesideMemory = isStore(join(dataDir, 'memory.db'));
  const history = guarded('history.db', (file) =>
    openHistory(file, { isBesideUsed: isBesideMemory, ...shared }),
  );
  const isUsed = await hasThreads(history.threads);
  // Behind a restart the port is open, and answers health between two databases.
  await othersTurn();
  const memory = guarded('memory.db', (file) => openMemory(file, { isBesideUsed: isUsed, owner, ...shared }));
  await othersTurn();
  const engine = guarded('engine.db', (file) =>
    openEngineDatabase(file, { isBesideUsed: isUsed, owner, ...shared }),
  );
  await othersTurn();
  const datastore = guarded('datastore.db', (file) =>
    openDatastore(file, { isBesideUsed: isUsed, ...shared }),
  );
  // The key is only created after the vault.
  const isKeyed = isStore(join(dataDir, 'vault.key'));
  await othersTurn();
  const vault = guarded('vault.db', (file) => openVault(file, { isBesideUsed: isKeyed, ...shared }));
  const refused = () => guards.flatMap(({ refusal }) => refusal ?? []);
  const highestIds = async () =>
    [history.ids, memory.ids, engine.ids, datastore.ids].flatMap((stored) => highestIn(stored) ?? []);
  return {
    journals: {
      history: history.journal,
      memory: memory.journal,
      engine: engine.journal,
      datastore: datastore.journal,
      vault: vault.journal,
    },
    owner,
    history,
    memory: memory.store,
    insights: memory.insights,
    engine,
    datastore,
    vault: vault.store,
    vaultIsKept,
    historyIsNew,
    highestIds,
    refused,
    server: null,
  };
}

/** A write-ahead log alone also counts: opening it decides whether it can be used. */
const isThere = (file: string): boolean => [file, `${file}-wal`].some((part) => existsSync(part));

function highestIn(stored: StoredIds): string | null {
  try {
    return stored.highest();
  } catch (error) {
    if (isStoreUnusable(error)) return null;
    throw error;
  }
}

/** A database that cannot be read counts as used. */
async function hasThreads(threads: HistoryReads['threads']): Promise<boolean> {
  try {
    return (await threads.list(EVERYONE, { limit: 1, after: null, includeArchived: true })).items.length > 0;
  } catch (error) {
    if (isStoreUnusable(error)) return true;
    throw error;
  }
}

function opened<Guarded>(dataDir: string, name: string, open: (file: string) => Guarded): Guarded {
  try {
    return open(join(dataDir, name));
  } catch (cause) {
    throw new UnusableSetup(sayOfSetup('setup.database', { name, dataDir, why: whyOf(cause) }), cause);
  }
}
