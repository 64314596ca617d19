import { connectPostgres, type Connected } from '../adapters/out/postgres/connect.ts';
import type { JournalOptions } from '../adapters/out/postgres/journal.ts';
import { forgetting } from '../adapters/out/postgres/forgetting.ts';
import { Lease } from '../adapters/out/postgres/lease.ts';
import { highestIdOf } from '../adapters/out/postgres/highest-id.ts';
import { openMemoryInPostgres } from '../adapters/out/postgres/memory/open.ts';
import { nameWords } from '../adapters/out/postgres/name-words.ts';
import { openInPostgres, type NewerTables } from '../adapters/out/postgres/open.ts';
import { searchWords } from '../adapters/out/postgres/search-words.ts';
import { OLDEST_SERVER, type ServerTooOld } from '../adapters/out/postgres/schema.ts';
import { journalOf, versionsIn } from '../adapters/out/postgres/staged-schema.ts';
import { lookAtVaultInPostgres, openVaultInPostgres } from '../adapters/out/postgres/vault.ts';
import { isConnectionLost, ofPostgres } from '../adapters/out/sql/postgres-errors.ts';
import * as ofDatastore from '../adapters/out/sqlite/datastore/parts.ts';
import { listedWith } from '../adapters/out/sqlite/engine/parts.ts';
import * as ofHistory from '../adapters/out/sqlite/history/parts.ts';
import { PersonKeys } from '../adapters/out/sql/person-keys.ts';
import { migrations as ofMemory } from '../adapters/out/sqlite/memory/parts.ts';
import { migrations as ofVault } from '../adapters/out/sqlite/vault/parts.ts';
import { tablesAfter } from '../adapters/out/sqlite/tables-in.ts';
import { say as sayOfSetup } from '../contract/setup-says.ts';
import type { DataName } from '../core/instance/data-directory/inventory.ts';
import { refuseStorage } from '../core/kernel/storage-refusals.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { KnownOwner } from '../core/trust/people/model.ts';
import { latest } from './backup-before-migration.ts';
import { leaseHolder } from './lease-holder.ts';
import { stagedImage } from './staged-moments.ts';
import { placeOf, type StorageSettings } from './storage-settings.ts';
import { openSqliteStores } from './sqlite-stores.ts';
import type { OpenStores, Stores } from './stores.ts';
import { UnusableSetup } from './unusable-setup.ts';
import { whyOf } from './reason-of.ts';

type Asked = OpenStores & { readonly storage: StorageSettings };

/** Columns with ids that an engine has made. */
const IDS = [
  ...ofHistory.ids,
  ...ofDatastore.ids,
  ...listedWith(new PersonKeys({ id: null })).ids,
  ['entries', 'entry_id'],
] as const;

const ENGINE = 'engine.db' satisfies DataName;

/** How often a server is asked for that is not there when the engine starts. */
const AGAIN_MS = 1_000;

/**
 * Opens the databases in a schema of a PostgreSQL server, which is this engine's from then on.
 * @throws UnusableSetup
 */
export async function openPostgresStores(asked: Asked): Promise<Stores> {
  const { storage, lifecycle, clock, log, ids, dataDir, machineBoot } = asked;
  try {
    if (asked.missingDatabases === 'in-memory' && !(await hasSchema(storage, clock)))
      return await openSqliteStores(asked);
    const connected = await connectPostgres(storage, { clock, log });
    lifecycle.add('connections to PostgreSQL', connected.close);
    await reached(connected, asked);
    const lease = await Lease.take(connected, { clock, log, holder: leaseHolder(dataDir, machineBoot) });
    lifecycle.add('lease', () => lease.release());
    await backedUpIfOlder(connected, asked);
    const owner: KnownOwner = { id: null };
    const options = {
      newId: () => ids.next(),
      sleep: async (ms: number) => await clock.sleep(ms),
      epoch: lease.epoch,
    };
    const opened = await openPostgresDatabases(connected, owner, options);
    lifecycle.add('memory', opened.memory.close);
    return {
      owner,
      journals: {
        history: opened.history.journal,
        engine: opened.engine.journal,
        datastore: opened.datastore.journal,
        vault: opened.vault.journal,
        memory: opened.memory.journal,
      },
      history: opened.history,
      memory: opened.memory.store,
      insights: opened.memory.insights,
      engine: {
        ...opened.engine,
        copies: {
          image: async () =>
            await stagedImage(dataDir, ENGINE, async (folder) => await asked.stage(folder, [ENGINE])),
        },
      },
      datastore: opened.datastore,
      vault: opened.vault.store,
      vaultIsKept: true,
      historyIsNew: opened.history.isNew,
      highestIds: async () => [await highestIdOf(connected, IDS)].filter((id) => id !== null),
      refused: () => (lease.isTaken ? [refuseStorage.storage_taken()] : []),
      server: {
        place: placeOf(storage),
        isAway: () => connected.reach.isAway,
        traffic: connected.traffic,
      },
    };
  } catch (error) {
    throw asSetup(error);
  }
}

/** The stores of all databases, in a schema, which is made where it is not there yet. @throws as `openInPostgres` */
export async function openPostgresDatabases(
  connected: Connected,
  owner: KnownOwner,
  options: JournalOptions,
) {
  const ofEngine = listedWith(new PersonKeys(owner));
  const history = await openInPostgres(
    connected,
    {
      name: 'history',
      tables: () => tablesAfter(ofHistory.migrations),
      also: [...searchWords, ...forgetting],
      ...ofHistory,
    },
    options,
  );
  const engine = await openInPostgres(
    connected,
    { name: 'engine', tables: () => tablesAfter(ofEngine.migrations), also: nameWords, ...ofEngine },
    options,
  );
  const datastore = await openInPostgres(
    connected,
    { name: 'datastore', tables: () => tablesAfter(ofDatastore.migrations), ...ofDatastore },
    options,
  );
  const vault = await openVaultInPostgres(
    connected,
    { tables: () => tablesAfter(ofVault), migrations: ofVault },
    options,
  );
  const memory = await openMemoryInPostgres(
    connected,
    { tables: () => tablesAfter(ofMemory), migrations: ofMemory },
    owner,
    options,
  );
  return { history, engine, datastore, vault, memory };
}

/** Before any table is changed, and while no other engine can write. What a newer version has written is refused by who opens it. */
async function backedUpIfOlder(
  connected: Connected,
  { backUpOlder }: Pick<Asked, 'backUpOlder'>,
): Promise<void> {
  const versions = await connected.reach.persist(async () => await versionsIn(connected.pool));
  const all = Object.entries(latest).map(([name, newest]) => {
    return { name: name as keyof typeof latest, newest, version: versions.get(journalOf(name)) ?? 0 };
  });
  if (all.some(({ newest, version }) => version > newest)) return;
  const stored = all.filter(({ version }) => version > 0);
  if (stored.every(({ newest, version }) => version === newest)) return;
  const databases = stored.map(({ name }) => name);
  await backUpOlder({
    databases,
    lookAtVault: databases.includes('vault.db')
      ? async () => ({ store: await lookAtVaultInPostgres(connected), close: () => undefined })
      : null,
  });
}

/** Whether an engine has made it. */
async function hasSchema(storage: StorageSettings, clock: Clock): Promise<boolean> {
  const { pool, close } = await connectPostgres(storage, { clock, connections: 1 });
  try {
    const { rows } = await pool.query<{ readonly has: boolean }>(
      'SELECT to_regnamespace($1) IS NOT NULL AS has',
      [storage.schema],
    );
    return rows[0]?.has === true;
  } catch (error) {
    throw ofPostgres(error);
  } finally {
    await close();
  }
}

type Reaching = Pick<Asked, 'storage' | 'clock' | 'log' | 'waiting'>;

/** Resolves once the server answers. @throws UnusableSetup if it does not and `waiting` is null */
export async function reachServer(asked: Reaching): Promise<void> {
  const { storage, clock, log } = asked;
  try {
    const connected = await connectPostgres(storage, { clock, log, connections: 1 });
    try {
      await reached(connected, asked);
    } finally {
      await connected.close();
    }
  } catch (error) {
    throw asSetup(error);
  }
}

async function reached({ pool, reach }: Connected, { clock, waiting = null }: Reaching): Promise<void> {
  for (;;) {
    const before = reach.failures;
    try {
      await pool.query('SELECT 1');
      return reach.reached();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      reach.lost(error, before);
      if (waiting === null || waiting.stop.aborted)
        throw new UnusableSetup(sayOfSetup('setup.storage_away'), error);
      await waiting.begin();
      await clock.sleep(AGAIN_MS, waiting.stop);
    }
  }
}

function asSetup(error: unknown): unknown {
  if ((error as { readonly name?: unknown } | null)?.name === 'UnusableSetup') return error;
  switch ((error as { readonly code?: unknown } | null)?.code) {
    case 'driver_missing':
      return new UnusableSetup(sayOfSetup('setup.storage_package'), error);
    case 'server_too_old': {
      const { found } = error as ServerTooOld;
      return new UnusableSetup(sayOfSetup('setup.storage_old', { found, oldest: OLDEST_SERVER }), error);
    }
    case 'schema_in_use':
      return new UnusableSetup(sayOfSetup('setup.storage_shared'), error);
    case 'newer_tables': {
      const { store, found, known } = error as NewerTables;
      return new UnusableSetup(sayOfSetup('setup.storage_newer', { store, found, known }), error);
    }
    case 'storage_in_use':
      return new UnusableSetup(sayOfSetup('setup.storage_in_use'), error);
    case 'storage_unavailable':
      return new UnusableSetup(sayOfSetup('setup.storage_away'), error);
    default:
      return new UnusableSetup(sayOfSetup('setup.storage', { why: whyOf(causeOf(error)) }), error);
  }
}

/** The server says what is wrong; a refusal says only that something is. */
const causeOf = (error: unknown): unknown => (error as { readonly cause?: unknown } | null)?.cause ?? error;
