import type { PoolClient } from 'pg';
import { commonTables } from './schema.ts';

/**
 * A schema that is being made beside the one that it becomes. No engine looks into it, so it is never opened half made;
 * what a killed process left of it is removed by the next one.
 */
export const stagedBeside = (schema: string): string => `${schema.slice(0, MOST_LETTERS)}_made`;

/** A name has 63 at most. */
const MOST_LETTERS = 58;

/** The comment that marks a schema as staged: only such a schema may be dropped. */
const MARK = 'svc makes this schema: it may be dropped';

/** Recreates it, empty. @throws Error if a schema of this name lacks the mark */
export async function beginStaged(client: PoolClient, schema: string): Promise<void> {
  const { rows } = await client.query<{ readonly mark: string | null }>(
    "SELECT obj_description(oid, 'pg_namespace') AS mark FROM pg_namespace WHERE nspname = $1",
    [schema],
  );
  if (rows[0] && rows[0].mark !== MARK) throw new Error(`the schema ${schema} is in use`);
  await client.query(
    `BEGIN; DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}; COMMENT ON SCHEMA ${schema} IS '${MARK}'; COMMIT`,
  );
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

/** The version of each database in the schema that the connection looks into, by its name. */
export async function versionsIn(client: PoolClient): Promise<ReadonlyMap<string, number>> {
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
