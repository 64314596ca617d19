import { systemClock } from '../../adapters/out/system/system-clock.ts';
import { connectPostgres, type PostgresPlace } from '../../adapters/out/postgres/connect.ts';
import { postgresRows } from '../../adapters/out/postgres/copied-rows.ts';
import {
  bytesOf,
  hasTables,
  isFree,
  journalOf,
  versionsIn,
} from '../../adapters/out/postgres/staged-schema.ts';
import type { RowSource } from '../../adapters/out/sql/copied-rows.ts';
import type { CopiedDatabase } from './copied.ts';

/** The names of the tables of a database in PostgreSQL. */
export const namesOf = ({ tables, namesInPostgres = {} }: CopiedDatabase): readonly string[] =>
  tables.map(({ name }) => namesInPostgres[name] ?? name);

/** All databases of a schema, as they are at one moment. */
export interface PostgresMoment {
  /** Whether there is any table of theirs. */
  readonly isUsed: boolean;
  /** Whether there is nothing that a copy would have to remove. */
  readonly isFree: boolean;
  /** Whether all their tables are those of this version. */
  readonly isReady: boolean;
  /** That of the tables of each, by the name of its journal. */
  readonly versions: ReadonlyMap<string, number>;
  readonly sources: (database: CopiedDatabase) => RowSource;
  /** How much the server keeps for a database, with its indexes. */
  bytesOf(database: CopiedDatabase): Promise<number>;
}

/** A connection that waits for its moment. */
export interface PostgresReader {
  /** From then on nothing that others write is seen, however long it takes to read. Once. */
  pin(): Promise<PostgresMoment>;
  /** Repeatable. */
  close(): Promise<void>;
}

export async function readerOf(
  place: PostgresPlace,
  databases: readonly CopiedDatabase[],
): Promise<PostgresReader> {
  const { pool, close } = await connectPostgres(place, { clock: systemClock, connections: 1 });
  try {
    const client = await pool.connect();
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    let isClosed = false;
    return {
      pin: async () => {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        // The moment is that of the first read.
        const isUsed = await hasTables(
          client,
          place.schema,
          databases.flatMap((one) => namesOf(one)),
        );
        const versions: ReadonlyMap<string, number> = isUsed ? await versionsIn(client) : new Map();
        return {
          isUsed,
          isFree: await isFree(client, place.schema),
          isReady: isUsed && areOfThisVersion(databases, versions),
          versions,
          sources: ({ namesInPostgres }) => postgresRows(client, namesInPostgres),
          bytesOf: async (database) => await bytesOf(client, place.schema, namesOf(database)),
        };
      },
      close: async () => {
        if (isClosed) return;
        isClosed = true;
        client.release(true);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A reader whose moment is now. */
export async function momentOf(
  place: PostgresPlace,
  databases: readonly CopiedDatabase[],
): Promise<PostgresMoment & Pick<PostgresReader, 'close'>> {
  const { pin, close } = await readerOf(place, databases);
  try {
    return { ...(await pin()), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether an engine of this version has made all of them. */
const areOfThisVersion = (
  databases: readonly CopiedDatabase[],
  versions: ReadonlyMap<string, number>,
): boolean => databases.every(({ name, migrations }) => versions.get(journalOf(name)) === migrations.length);
