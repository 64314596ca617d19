import type { PoolClient } from 'pg';
import type { Connected } from './connect.ts';

/** Older ones lack some of what the statements of stores say. */
export const OLDEST_SERVER = 15;

export class ServerTooOld extends Error {
  readonly code = 'server_too_old';
  readonly found: number;

  constructor(found: number) {
    super(`PostgreSQL ${found} is too old: ${OLDEST_SERVER} or newer is needed`);
    this.name = 'ServerTooOld';
    this.found = found;
  }
}

/** Tables of another program are in the schema. All of a schema goes with an erasure, so an engine takes none that it shares. */
export class SchemaInUse extends Error {
  readonly code = 'schema_in_use';

  constructor() {
    super('the schema holds tables of another program');
    this.name = 'SchemaInUse';
  }
}

/** Whether there is something in a schema, and nothing that every engine makes first. */
const OF_ANOTHER = `
  SELECT to_regclass($1 || '.journals') IS NULL AND EXISTS (
    SELECT FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p', 'v', 'm', 'f')) AS taken`;

/** Serialises engines that create tables at the same moment. */
const ALONE = 'SELECT pg_advisory_xact_lock(hashtext($1))';

/** What every schema of an engine has beside the tables of its stores. */
export const commonTables: readonly string[] = ['journals', 'epochs', 'lease'];

const COMMON = [
  'CREATE TABLE IF NOT EXISTS journals (name TEXT PRIMARY KEY, list_id TEXT NOT NULL, version BIGINT NOT NULL)',
  'CREATE TABLE IF NOT EXISTS epochs (only_one BOOLEAN PRIMARY KEY CHECK (only_one), epoch BIGINT NOT NULL)',
  `CREATE TABLE IF NOT EXISTS lease (only_one BOOLEAN PRIMARY KEY CHECK (only_one), epoch BIGINT NOT NULL,
    holder TEXT NOT NULL, until TIMESTAMPTZ NOT NULL)`,
  'INSERT INTO epochs (only_one, epoch) VALUES (TRUE, 0) ON CONFLICT DO NOTHING',
  "INSERT INTO lease (only_one, epoch, holder, until) VALUES (TRUE, 0, '', '-infinity') ON CONFLICT DO NOTHING",
];

/**
 * Does the work in a transaction, alone among those who call this, in the schema, which is made where it is not there yet.
 * @throws ServerTooOld, SchemaInUse; errors of the ports
 */
export const aloneIn = async <Result>(
  connected: Connected,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> => await connected.reach.persist(async () => await once(connected, work));

async function once<Result>(
  { pool, schema }: Connected,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await confirmVersion(client);
    await client.query('BEGIN');
    await client.query(ALONE, [schema]);
    const { rows } = await client.query<{ readonly taken: boolean }>(OF_ANOTHER, [schema]);
    if (rows[0]?.taken === true) throw new SchemaInUse();
    await client.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
    for (const statement of COMMON) await client.query(statement);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => (isBroken = true));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

async function confirmVersion(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ readonly version: string }>(
    "SELECT current_setting('server_version_num') AS version",
  );
  const found = Math.floor(Number(rows[0]?.version) / 10_000);
  if (found < OLDEST_SERVER) throw new ServerTooOld(found);
}
