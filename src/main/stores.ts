import type { DatastoreReads } from '../adapters/out/sqlite/datastore/parts.ts';
import type { EngineDatabase } from '../adapters/out/sqlite/engine/open.ts';
import type { HistoryReads } from '../adapters/out/sqlite/history/parts.ts';
import type { MemoryDatabase } from '../adapters/out/sqlite/memory/open.ts';
import type { Databases } from '../adapters/out/sqlite/one-journal.ts';
import type { VaultDatabase } from '../adapters/out/sqlite/vault/open.ts';
import type { DataName } from '../core/instance/data-directory/inventory.ts';
import type { VaultStore } from '../core/trust/secrets/store.ts';
import type { Refusal } from '../core/kernel/refusal.ts';
import type { StorageTraffic } from '../core/execution/metrics/port.ts';
import type { StorageServer } from '../core/instance/engine/service.ts';
import type { WriteGate } from '../core/kernel/write-gate.ts';
import type { KnownOwner } from '../core/trust/people/model.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Ids } from '../core/ports/ids.ts';
import type { Log } from '../core/ports/log.ts';
import type { MachineBoot } from '../core/ports/machine-boot.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Staging } from './staged-moments.ts';
import type { StorageSettings } from './storage-settings.ts';

/** The databases, opened under the lock of the data directory. */
export interface Stores {
  /** For the databases that do not know the people: the start says who it is. */
  readonly owner: KnownOwner;
  /** None of these passes the gate: see `OneJournal`. */
  readonly journals: Databases;
  readonly history: HistoryReads;
  readonly memory: MemoryDatabase['store'];
  readonly insights: MemoryDatabase['insights'];
  readonly engine: Pick<EngineDatabase, 'graph' | 'contacts' | 'copies'>;
  readonly datastore: DatastoreReads;
  readonly vault: VaultDatabase['store'];
  /** False if the vault is in memory only; then its key must be, too. */
  readonly vaultIsKept: boolean;
  /** True if this start created history.db, so that it is unknown which copies of files belong to it. */
  readonly historyIsNew: boolean;
  /** The highest stored id of each readable database: new ids continue above them. */
  highestIds(): Promise<readonly string[]>;
  /** The refusals of the damaged and newer databases; the others serve. */
  refused(): readonly Refusal[];
  /** Of a server that keeps them; null: files do. */
  readonly server: DatabaseServer | null;
}

/** The server that keeps the databases. */
export interface DatabaseServer extends StorageServer {
  traffic(): StorageTraffic;
}

/** How a start waits for a storage that is away. */
export interface Waiting {
  /** Called when it turns out that it is away; maybe more than once. What it throws ends the start. */
  begin(): Promise<void>;
  /** Ends the wait. */
  readonly stop: AbortSignal;
}

/** What an older version has written. */
export interface OlderData {
  /** The databases that can be read. */
  readonly databases: readonly DataName[];
  /** Reads the vault without changing it; null: there is none. */
  readonly lookAtVault: (() => Promise<{ readonly store: VaultStore; close(): void }>) | null;
}

/** What to do about a database that does not exist: create it, or keep it in memory until the engine stops. */
export type MissingDatabases = 'create' | 'in-memory';

/** What opening them needs. */
export interface OpenStores {
  readonly dataDir: string;
  readonly storage: StorageSettings | null;
  readonly lifecycle: Pick<Lifecycle, 'add'>;
  readonly log: Log;
  readonly gate: WriteGate;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly machineBoot: MachineBoot;
  /** Writes files of databases that a server has, by their names. */
  readonly stage: (folder: string, databases: readonly string[]) => Promise<Staging>;
  /** Called by a server's before what an older version has written is migrated there. What it throws ends the start. */
  readonly backUpOlder: (older: OlderData) => Promise<void>;
  readonly missingDatabases?: MissingDatabases;
  /** Null: a server that is away ends the start. */
  readonly waiting?: Waiting | null;
}
