import type { Kysely } from 'kysely';
import type { AnyChange, Journal } from '../../../core/ports/journal.ts';
import { ofPostgres } from '../sql/postgres-errors.ts';
import type { MakeRead } from '../sql/prepared.ts';
import type { Steps } from '../sql/step.ts';
import type { Table } from '../sql/tables.ts';
import type { Connected } from './connect.ts';
import { PostgresJournal, type JournalOptions } from './journal.ts';
import { madeTables } from './tables.ts';

/** What a schema has of one database, as SQLite has it in a file of its own. */
export interface StoredTables {
  /** Letters. No two in a schema have the same, nor tables of the same name. */
  readonly name: string;
  tables(): readonly Table[];
  /** Statements that make what this database alone has, after the tables. */
  readonly also?: readonly string[];
}

/** The stores of one database, and its tables. */
export interface StoredParts<Schema, Change extends AnyChange, Reads> extends StoredTables {
  stepsOn(db: Kysely<Schema>): Steps<Change>;
  readsOn(db: Kysely<Schema>, makeRead: MakeRead): Reads;
}

/**
 * Makes the tables where they are not there yet, in one transaction, and serves the stores.
 * @throws errors of the ports
 */
export async function openInPostgres<Schema, Change extends AnyChange, Reads>(
  connected: Connected,
  { name, tables, also = [], stepsOn, readsOn }: StoredParts<Schema, Change, Reads>,
  options: JournalOptions,
): Promise<Reads & { readonly journal: Journal<Change> }> {
  await makeOnce(connected, name, () => [...madeTables(tables()), ...also]);
  const queries = connected.queriesOf<Schema>();
  return {
    ...readsOn(queries, connected.makeRead),
    journal: new PostgresJournal(connected, name, stepsOn(queries), options),
  };
}

/** Whoever makes the tables keeps others from it who start at the same moment. */
const ALONE = 'SELECT pg_advisory_xact_lock(hashtext($1))';

async function makeOnce(
  { pool, schema }: Connected,
  name: string,
  making: () => readonly string[],
): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw ofPostgres(error);
  });
  let isBroken = false;
  try {
    await client.query('BEGIN');
    await client.query(ALONE, [schema]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query('CREATE TABLE IF NOT EXISTS journals (name TEXT PRIMARY KEY, list_id TEXT NOT NULL)');
    const made = await client.query(
      "INSERT INTO journals (name, list_id) VALUES ($1, '') ON CONFLICT DO NOTHING",
      [name],
    );
    if (made.rowCount === 1) for (const statement of making()) await client.query(statement);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => (isBroken = true));
    throw ofPostgres(error);
  } finally {
    client.release(isBroken);
  }
}
