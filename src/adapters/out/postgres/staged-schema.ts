import type { PoolClient } from 'pg';
import { commonTables } from './schema.ts';

/**
 * A schema that is being made beside the one that it becomes. No engine looks into it, so it is never opened half made;
 * what a killed process left of it is removed by the next one.
 */
export const stagedBeside = (schema: string): string => `${schema.slice(0, MOST_LETTERS)}_made`;

/** As `stagedBeside`, for a restore: what comes in, and what was there before until an engine has started on it. */
export const restoredBeside = (schema: string): string => `${schema.slice(0, MOST_LETTERS)}_next`;
export const keptBeside = (schema: string): string => `${schema.slice(0, MOST_LETTERS)}_last`;

/** A name has 63 at most. */
const MOST_LETTERS = 58;

/** A connection that looks into a staged schema first. */
export type StagedClient = PoolClient;

/** How the comment of a disposable schema ends: only such a schema may be dropped. */
const MAY_GO = ': it may be dropped';
const MADE = `svc makes this schema${MAY_GO}`;

/** The comment of a schema that is no engine's data. @param about what it is, in words of SQL without quotes */
export const marked = (about: string): string => `${about}${MAY_GO}`;

/** The comment of a schema; null: it has none, or is not there. */
export async function markOf(client: Pick<PoolClient, 'query'>, schema: string): Promise<string | null> {
  const { rows } = await client.query<{ readonly mark: string | null }>(
    "SELECT obj_description(to_regnamespace($1), 'pg_namespace') AS mark",
    [schema],
  );
  return rows[0]?.mark ?? null;
}

/** Drops a schema if its comment allows it. */
export async function dropMarked(client: PoolClient, schema: string): Promise<void> {
  if ((await markOf(client, schema))?.endsWith(MAY_GO)) await client.query(`DROP SCHEMA ${schema} CASCADE`);
}

/** Recreates it, empty. @throws Error if a schema of this name may not be dropped */
export async function beginStaged(client: PoolClient, schema: string): Promise<void> {
  await client.query('SET statement_timeout = 0');
  await dropMarked(client, schema);
  const { rows } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rows.length > 0) throw new Error(`the schema ${schema} is in use`);
  await client.query(`BEGIN; CREATE SCHEMA ${schema}; COMMENT ON SCHEMA ${schema} IS '${MADE}'; COMMIT`);
}

/** Whether one of these tables is in a schema. */
export async function hasTables(
  client: PoolClient,
  schema: string,
  tables: readonly string[],
): Promise<boolean> {
  const { rows } = await client.query<{ readonly has: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relname = ANY ($2)) AS has`,
    [schema, tables],
  );
  return rows[0]?.has === true;
}

/** Whether nothing is in a schema but what any engine makes first, or it is not there at all. */
export async function isFree(client: PoolClient, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ readonly free: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
        AND NOT relname = ANY ($2))
      AND NOT EXISTS (SELECT FROM pg_proc WHERE pronamespace = to_regnamespace($1))
      AND NOT EXISTS (SELECT FROM pg_type WHERE typnamespace = to_regnamespace($1) AND typrelid = 0 AND typelem = 0) AS free`,
    [schema, commonTables],
  );
  return rows[0]?.free === true;
}

/** How much tables of a schema take, with their indexes. */
export async function bytesOf(
  client: PoolClient,
  schema: string,
  tables: readonly string[],
): Promise<number> {
  const { rows } = await client.query<{ readonly bytes: number }>(
    `SELECT coalesce(sum(pg_total_relation_size(oid)), 0) AS bytes FROM pg_class
      WHERE relnamespace = to_regnamespace($1) AND relname = ANY ($2)`,
    [schema, tables],
  );
  return rows[0]?.bytes ?? 0;
}

/** What a schema calls the database that SQLite has in a file of this name. */
export const journalOf = (file: string): string => file.replace(/\.db$/u, '');

/** The version of each database in the schema that the connection looks into, by its name. */
export async function versionsIn(client: Pick<PoolClient, 'query'>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ readonly name: string; readonly version: number }>(
    'SELECT name, version FROM journals',
  );
  return new Map(rows.map(({ name, version }) => [name, version]));
}

/** What makes loading slow, or is not true before its end. */
const LATER = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', CAST(conrelid AS REGCLASS), conname) AS away,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', CAST(conrelid AS REGCLASS), conname, pg_get_constraintdef(oid)) AS back
  FROM pg_constraint WHERE contype = 'f' AND connamespace = to_regnamespace(current_schema())
  UNION ALL
  SELECT format('DROP INDEX %s', CAST(indexrelid AS REGCLASS)), pg_get_indexdef(indexrelid)
  FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
  WHERE relnamespace = to_regnamespace(current_schema())
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`;

/**
 * Fills the tables of the schema that the connection looks into first, which are new: foreign keys and indexes are made
 * anew after the rows.
 * @param tables their names: what a new one holds goes
 */
export async function filling<Result>(
  client: PoolClient,
  tables: readonly string[],
  fill: () => Promise<Result>,
): Promise<Result> {
  await client.query(
    'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET synchronous_commit = off',
  );
  const { rows: later } = await client.query<{ readonly away: string; readonly back: string }>(LATER);
  for (const { away } of later) await client.query(away);
  const all = tables.map((table) => `"${table}"`).join(', ');
  await client.query(`TRUNCATE ${all}`);
  const result = await fill();
  // References need the keys of other tables, which have stayed.
  for (const { back } of later) await client.query(back);
  await client.query(`ANALYZE ${all}`);
  return result;
}

/**
 * Replaces a free schema by the staged one, in one transaction. The holder of its lease keeps it.
 * @throws Error if the schema is no longer free
 */
export async function moveIn(client: PoolClient, schema: string): Promise<void> {
  const staged = stagedBeside(schema);
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL synchronous_commit = on');
    if (!(await isFree(client, schema))) throw new Error(`${schema} is not empty any more`);
    if (await hasTables(client, schema, ['epochs', 'lease'])) {
      await client.query(`LOCK TABLE ${schema}.epochs, ${schema}.lease IN ACCESS EXCLUSIVE MODE`);
      await client.query(`UPDATE ${staged}.epochs SET epoch = (SELECT epoch FROM ${schema}.epochs)`);
      await client.query(
        `UPDATE ${staged}.lease SET (epoch, holder, until) = (SELECT epoch, holder, until FROM ${schema}.lease)`,
      );
    }
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await client.query(`ALTER SCHEMA ${staged} RENAME TO ${schema}`);
    await client.query(`COMMENT ON SCHEMA ${schema} IS NULL`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
