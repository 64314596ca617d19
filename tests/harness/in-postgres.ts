import { beforeAll, describe } from '@jest/globals';
import {
  connectPostgres,
  type PostgresOptions,
  type PostgresPlace,
} from '../../src/adapters/out/postgres/connect.ts';
import { openInPostgres } from '../../src/adapters/out/postgres/open.ts';
import * as ofDatastore from '../../src/adapters/out/sqlite/datastore/parts.ts';
import { listedWith } from '../../src/adapters/out/sqlite/engine/parts.ts';
import { migrations as ofMemory } from '../../src/adapters/out/sqlite/memory/parts.ts';
import { migrations as ofVault } from '../../src/adapters/out/sqlite/vault/parts.ts';
import { openMemoryInPostgres } from '../../src/adapters/out/postgres/memory/open.ts';
import { openVaultInPostgres } from '../../src/adapters/out/postgres/vault.ts';
import * as ofHistory from '../../src/adapters/out/sqlite/history/parts.ts';
import { forgetting } from '../../src/adapters/out/postgres/forgetting.ts';
import { searchWords } from '../../src/adapters/out/postgres/search-words.ts';
import { nameWords } from '../../src/adapters/out/postgres/name-words.ts';
import { PersonKeys } from '../../src/adapters/out/sql/person-keys.ts';
import { tablesAfter } from '../../src/adapters/out/sqlite/tables-in.ts';
import { OWNER_ID } from '../doubles/people.ts';
import { HastyClock } from '../doubles/hasty-clock.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import { isPostgresInstalled, startPostgres } from '../servers/postgres.ts';

/** Tests of PostgreSQL. Where it is not installed, they are reported as skipped. */
export const describeInPostgres = isPostgresInstalled ? describe : describe.skip;

/** A server for the tests of a file. @returns a place in it that nobody has used */
export function freshPlaces(): () => PostgresPlace {
  let url = '';
  let last = 0;
  beforeAll(async () => {
    if (isPostgresInstalled) ({ url } = await startPostgres());
  });
  return () => ({ url, schema: `svc${(last += 1)}` });
}

export const ofEngine = listedWith(new PersonKeys({ id: OWNER_ID }));

export const tablesOf = {
  history: tablesAfter(ofHistory.migrations),
  datastore: tablesAfter(ofDatastore.migrations),
  engine: tablesAfter(ofEngine.migrations),
  memory: tablesAfter(ofMemory),
  vault: tablesAfter(ofVault),
};

const ids = new CountingIds();
/** No test waits for a server that is gone. */
const options = { newId: () => ids.next(), sleep: async () => undefined };

export async function historyIn(place: PostgresPlace, given: Partial<PostgresOptions> = {}) {
  const connected = await connectPostgres(place, { clock: new HastyClock(), ...given });
  const also = [...searchWords, ...forgetting];
  const parts = { name: 'history', tables: () => tablesOf.history, also, ...ofHistory };
  return {
    ...(await openInPostgres(connected, parts, options)),
    pool: connected.pool,
    close: connected.close,
  };
}

export async function datastoreIn(place: PostgresPlace, given: Partial<PostgresOptions> = {}) {
  const connected = await connectPostgres(place, { clock: new HastyClock(), ...given });
  const parts = { name: 'datastore', tables: () => tablesOf.datastore, ...ofDatastore };
  return {
    ...(await openInPostgres(connected, parts, options)),
    pool: connected.pool,
    close: connected.close,
  };
}

export async function engineIn(place: PostgresPlace, given: Partial<PostgresOptions> = {}) {
  const connected = await connectPostgres(place, { clock: new HastyClock(), ...given });
  const parts = { name: 'engine', tables: () => tablesOf.engine, also: nameWords, ...ofEngine };
  return {
    ...(await openInPostgres(connected, parts, options)),
    pool: connected.pool,
    close: connected.close,
  };
}

export async function memoryIn(place: PostgresPlace, given: Partial<PostgresOptions> = {}) {
  const connected = await connectPostgres(place, { clock: new HastyClock(), ...given });
  const owner = { id: OWNER_ID };
  const stored = { tables: () => tablesOf.memory, migrations: ofMemory };
  const memory = await openMemoryInPostgres(connected, stored, owner, options);
  return {
    ...memory,
    pool: connected.pool,
    close: async () => {
      await memory.close();
      await connected.close();
    },
  };
}

export async function vaultIn(place: PostgresPlace, given: Partial<PostgresOptions> = {}) {
  const connected = await connectPostgres(place, { clock: new HastyClock(), ...given });
  return {
    ...(await openVaultInPostgres(connected, { tables: () => tablesOf.vault, migrations: ofVault }, options)),
    pool: connected.pool,
    close: connected.close,
  };
}
