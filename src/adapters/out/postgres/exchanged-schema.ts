import type { PoolClient } from 'pg';
import { aloneIn } from './schema.ts';
import type { Connected } from './connect.ts';
import { dropMarked, keptBeside, markOf, marked, restoredBeside } from './staged-schema.ts';

/** Where a restore has a whole schema: as the engine's, beside it, or kept from before. */
export type SchemaPlace = 'live' | 'staged' | 'aside';

/** The comments of the schemas of a restore: they say which one. */
const ABOUT: Readonly<Record<SchemaPlace, (operationId: string) => string>> = {
  live: (operationId) => `${RESTORED}${operationId}`,
  staged: (operationId) => marked(`svc puts this schema in its place in restore ${operationId}`),
  aside: (operationId) => marked(`svc keeps this schema until the end of restore ${operationId}`),
};
const RESTORED = 'svc has restored this schema in restore ';

const schemaAt = (schema: string, place: SchemaPlace): string =>
  place === 'live' ? schema : place === 'staged' ? restoredBeside(schema) : keptBeside(schema);

/** Tables of databases by the names of their journals, of which one may stay as it is while the others are exchanged. */
export type MayStay = ReadonlyMap<string, readonly string[]>;

/**
 * From now on the schema that the connection looks into is whole, and takes part in this restore.
 * @param staying names of journals whose databases are not in it: the engine's go on
 */
export async function keepStaged(
  client: PoolClient,
  schema: string,
  operationId: string,
  staying: readonly string[],
  mayStay: MayStay,
): Promise<void> {
  const staged = restoredBeside(schema);
  for (const name of staying) {
    for (const table of tablesOf(mayStay, name)) await client.query(`DROP TABLE ${staged}.${table} CASCADE`);
    for (const numbering of await numberingsOf(client, staged, tablesOf(mayStay, name)))
      await client.query(`DROP FUNCTION ${staged}.${numbering}()`);
    await client.query(`DELETE FROM ${staged}.journals WHERE name = $1`, [name]);
  }
  await say(client, staged, ABOUT.staged(operationId));
}

/** Whether a schema of this restore is in this place. */
export const isAt = async (
  { pool, schema, reach }: Connected,
  operationId: string,
  place: SchemaPlace,
): Promise<boolean> =>
  (await reach.persist(async () => await markOf(pool, schemaAt(schema, place)))) ===
  ABOUT[place](operationId);

/**
 * Puts the staged schema of a restore in the place of the engine's, which is kept aside, or the other way around, in one
 * transaction. The databases that the one which comes in does not have go on into it. The holder of the lease keeps it, and an
 * engine that was stopped before writes in neither. Repeatable.
 */
export async function exchange(
  connected: Connected,
  operationId: string,
  from: 'staged' | 'aside',
  mayStay: MayStay,
): Promise<void> {
  const { schema } = connected;
  const [incoming, outgoing] = [
    schemaAt(schema, from),
    schemaAt(schema, from === 'staged' ? 'aside' : 'staged'),
  ];
  await aloneIn(connected, async (client) => {
    // It was done before, and its answer was lost.
    if ((await markOf(client, incoming)) !== ABOUT[from](operationId)) return;
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL synchronous_commit = on');
    await dropMarked(client, outgoing);
    await client.query(`LOCK TABLE ${schema}.epochs, ${schema}.lease IN ACCESS EXCLUSIVE MODE`);
    await client.query(`UPDATE ${incoming}.epochs SET epoch = (SELECT epoch FROM ${schema}.epochs)`);
    await client.query(
      `UPDATE ${incoming}.lease SET (epoch, holder, until) = (SELECT epoch, holder, until FROM ${schema}.lease)`,
    );
    const { rows: staying } = await client.query<{ readonly name: string }>(
      `SELECT name FROM ${schema}.journals EXCEPT SELECT name FROM ${incoming}.journals`,
    );
    for (const { name } of staying) await moveOn(client, name, tablesOf(mayStay, name), schema, incoming);
    await client.query(`ALTER SCHEMA ${schema} RENAME TO ${outgoing}`);
    await client.query(`ALTER SCHEMA ${incoming} RENAME TO ${schema}`);
    await say(client, schema, from === 'staged' ? ABOUT.live(operationId) : null);
    await say(
      client,
      outgoing,
      from === 'staged' ? ABOUT.aside(operationId) : marked('svc has taken this schema out again'),
    );
  });
}

/** Removes what restores have left beside the engine's schema. Call it while none is going on. */
export async function forgetExchanges(connected: Connected): Promise<void> {
  const { schema } = connected;
  await aloneIn(connected, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    for (const place of ['staged', 'aside'] as const) await dropMarked(client, schemaAt(schema, place));
    if ((await markOf(client, schema))?.startsWith(RESTORED)) await say(client, schema, null);
  });
}

/** The tables of a database go from one schema to another, which has none of them. */
async function moveOn(
  client: PoolClient,
  name: string,
  tables: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  for (const table of tables) await client.query(`ALTER TABLE ${from}.${table} SET SCHEMA ${to}`);
  for (const numbering of await numberingsOf(client, from, tables))
    await client.query(`ALTER FUNCTION ${from}.${numbering}() SET SCHEMA ${to}`);
  await client.query(
    `WITH gone AS (DELETE FROM ${from}.journals WHERE name = $1 RETURNING name, list_id, version)
      INSERT INTO ${to}.journals (name, list_id, version) SELECT name, list_id, version FROM gone`,
    [name],
  );
}

/** What gives rows of tables their numbers: see `madeTables`. */
async function numberingsOf(
  client: PoolClient,
  schema: string,
  tables: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly name: string }>(
    'SELECT CAST(proname AS TEXT) AS name FROM pg_proc WHERE pronamespace = to_regnamespace($1) AND proname = ANY ($2)',
    [schema, tables.map((table) => `number_${table}`)],
  );
  return rows.map(({ name }) => name);
}

function tablesOf(mayStay: MayStay, name: string): readonly string[] {
  const tables = mayStay.get(name);
  if (tables === undefined) throw new Error(`the tables of ${name} cannot stay`);
  return tables;
}

async function say(client: PoolClient, schema: string, about: string | null): Promise<void> {
  await client.query(`COMMENT ON SCHEMA ${schema} IS ${about === null ? 'NULL' : `'${about}'`}`);
}
