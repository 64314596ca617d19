import type { Kysely } from 'kysely';
import type { PoolClient } from 'pg';
import type { AnyChange, Journal } from '../../../core/ports/journal.ts';
import type { MakeRead } from '../sql/prepared.ts';
import type { Steps } from '../sql/step.ts';
import type { Table } from '../sql/tables.ts';
import type { Connected } from './connect.ts';
import { PostgresJournal, type JournalOptions } from './journal.ts';
import { aloneIn } from './schema.ts';
import { inTypesOfPostgres, madeTables } from './tables.ts';

/** One step of the tables: what a database that is there lacks. */
export interface PostgresMigration {
  readonly name: string;
  readonly sql: string;
  /** In its own words, where `sql` differs in more than the types of columns. */
  readonly inPostgres?: string;
}

/** What a schema has of one database, as SQLite has it in a file of its own. */
export interface StoredTables {
  /** Letters. No two in a schema have the same, nor tables of the same name. */
  readonly name: string;
  /** All there ever were. What begins with today's tables has had them. */
  readonly migrations: readonly PostgresMigration[];
  tables(): readonly Table[];
  /** Statements that make what this database alone has, after the tables. */
  readonly also?: readonly string[];
}

/** The stores of one database, and its tables. */
export interface StoredParts<Schema, Change extends AnyChange, Reads> extends StoredTables {
  stepsOn(db: Kysely<Schema>): Steps<Change>;
  readsOn(db: Kysely<Schema>, makeRead: MakeRead): Reads;
}

/** A newer version of the engine has written the schema; nothing was changed. */
export class NewerTables extends Error {
  readonly code = 'newer_tables';
  readonly store: string;
  readonly found: number;
  readonly known: number;

  constructor(store: string, found: number, known: number) {
    super(`the tables of ${store} have version ${found}, this version of svc knows up to ${known}`);
    this.name = 'NewerTables';
    this.store = store;
    this.found = found;
    this.known = known;
  }
}

/**
 * Makes the tables where they are not there yet, or what they lack of the latest ones, in one transaction, and serves the stores.
 * @throws NewerTables, ServerTooOld, SchemaInUse, errors of the ports
 */
export async function openInPostgres<Schema, Change extends AnyChange, Reads>(
  connected: Connected,
  { stepsOn, readsOn, ...stored }: StoredParts<Schema, Change, Reads>,
  options: JournalOptions,
): Promise<Reads & { readonly journal: Journal<Change>; readonly isNew: boolean }> {
  const isNew = await makeTables(connected, stored);
  const queries = connected.queriesOf<Schema>();
  return {
    ...readsOn(queries, connected.makeRead),
    journal: new PostgresJournal(connected, stored.name, stepsOn(queries), options),
    isNew,
  };
}

/** @returns whether there were none @throws as `openInPostgres` */
export const makeTables = async (connected: Connected, stored: StoredTables): Promise<boolean> =>
  await aloneIn(connected, async (client) => await made(client, stored));

async function made(
  client: PoolClient,
  { name, migrations, tables, also = [] }: StoredTables,
): Promise<boolean> {
  const known = migrations.length;
  const { rowCount } = await client.query(
    "INSERT INTO journals (name, list_id, version) VALUES ($1, '', $2) ON CONFLICT DO NOTHING",
    [name, known],
  );
  if (rowCount === 1) {
    for (const statement of [...madeTables(tables()), ...also]) await client.query(statement);
    return true;
  }
  const found = await client.query<{ readonly version: number }>(
    'SELECT version FROM journals WHERE name = $1',
    [name],
  );
  const version = found.rows[0]?.version ?? known;
  if (version > known) throw new NewerTables(name, version, known);
  for (const { sql, inPostgres = inTypesOfPostgres(sql) } of migrations.slice(version))
    if (inPostgres.trim() !== '') await client.query(inPostgres);
  if (version < known) await client.query('UPDATE journals SET version = $1 WHERE name = $2', [known, name]);
  return false;
}
