import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isStore } from '../adapters/out/sqlite/damaged.ts';
import { guardedStore, type Guardable, type GuardedStore } from '../adapters/out/sqlite/guarded-store.ts';
import type { StoredIds } from '../adapters/out/sqlite/highest-id.ts';
import { openHistory } from '../adapters/out/sqlite/history/open.ts';
import type { HistoryReads } from '../adapters/out/sqlite/history/parts.ts';
import { openMemory, type MemoryDatabase } from '../adapters/out/sqlite/memory/open.ts';
import { OneJournal } from '../adapters/out/sqlite/one-journal.ts';
import { openVault, type VaultDatabase } from '../adapters/out/sqlite/vault/open.ts';
import type { Change } from '../core/changes.ts';
import type { Refusal } from '../core/kernel/refusal.ts';
import { isStoreUnusable } from '../core/kernel/storage-refusals.ts';
import { WriteGate } from '../core/kernel/write-gate.ts';
import type { Journal } from '../core/ports/journal.ts';
import type { Log } from '../core/ports/log.ts';
import type { Lifecycle } from './lifecycle.ts';
import { reasonOf, UnusableSetup } from './unusable-setup.ts';

/** The databases of a data directory, behind its lock. */
export interface Stores {
  /** Writes to all of them, and passes the gate. */
  readonly journal: Journal<Change>;
  /** Closed, it lets nothing be written to any of them. */
  readonly gate: WriteGate;
  readonly history: HistoryReads;
  readonly memory: MemoryDatabase['store'];
  readonly vault: VaultDatabase['store'];
  /** False: it is in memory for the time of this engine, and so its key must be. */
  readonly vaultIsKept: boolean;
  /** There was none before this start: what it would say of files in the data directory is not known. */
  readonly historyIsNew: boolean;
  /** The highest of each that can be asked: each new id has to be above them. */
  highestIds(): readonly string[];
  /** Of each that is damaged or of a newer version, why it refuses; the others serve. */
  refused(): readonly Refusal[];
}

/** What an engine does about a store that is not there. One that only looks keeps it in memory, for its time. */
export type Beginning = 'begin' | 'look';

/**
 * Opens them all, in an order in which each can tell from those before it whether it should have something in it.
 * @throws UnusableSetup where one cannot be opened for another reason than damage or a newer schema
 */
export async function openStores(
  dataDir: string,
  lifecycle: Lifecycle,
  log: Log,
  beginning: Beginning = 'begin',
): Promise<Stores> {
  const isKept = (name: string) => beginning === 'begin' || isThere(join(dataDir, name));
  const vaultIsKept = isKept('vault.db');
  const historyIsNew = !isThere(join(dataDir, 'history.db'));
  const gate = new WriteGate();
  const guards: { readonly refusal: Refusal | null }[] = [];
  const guarded = <Database extends Guardable>(
    name: string,
    open: (file: string) => Database,
  ): GuardedStore<Database>['stores'] => {
    const place = isKept(name) ? null : ':memory:';
    const guard = opened(dataDir, name, (file) => guardedStore(file, () => open(place ?? file), log));
    lifecycle.add(name, () => guard.close());
    guards.push(guard);
    return guard.stores;
  };

  const isBesideMemory = isStore(join(dataDir, 'memory.db'));
  const history = guarded('history.db', (file) => openHistory(file, isBesideMemory));
  const isUsed = await hasThreads(history.threads);
  const memory = guarded('memory.db', (file) => openMemory(file, isUsed, gate));
  // The key is made once the vault is there.
  const isKeyed = isStore(join(dataDir, 'vault.key'));
  const vault = guarded('vault.db', (file) => openVault(file, isKeyed));
  const refused = () => guards.flatMap(({ refusal }) => refusal ?? []);
  const highestIds = () => [history.ids, memory.ids].flatMap((stored) => highestIn(stored) ?? []);
  return {
    journal: new OneJournal({ history: history.journal, memory: memory.journal, vault: vault.journal }, gate),
    gate,
    history,
    memory: memory.store,
    vault: vault.store,
    vaultIsKept,
    historyIsNew,
    highestIds,
    refused,
  };
}

/** Also what is left of it: whether that can be used is said by who opens it. */
const isThere = (file: string): boolean => [file, `${file}-wal`].some((part) => existsSync(part));

function highestIn(stored: StoredIds): string | null {
  try {
    return stored.highest();
  } catch (error) {
    if (isStoreUnusable(error)) return null;
    throw error;
  }
}

/** What cannot be read has been written. */
async function hasThreads(threads: HistoryReads['threads']): Promise<boolean> {
  try {
    return (await threads.list({ limit: 1, after: null, includeArchived: true })).items.length > 0;
  } catch (error) {
    if (isStoreUnusable(error)) return true;
    throw error;
  }
}

function opened<Guarded>(dataDir: string, name: string, open: (file: string) => Guarded): Guarded {
  try {
    return open(join(dataDir, name));
  } catch (cause) {
    throw new UnusableSetup(
      `${name} in ${dataDir} cannot be opened: ${reasonOf(cause)}. It was left as it is.`,
      cause,
    );
  }
}
