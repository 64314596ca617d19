import { systemClock } from '../../adapters/out/system/system-clock.ts';
import { connectPostgres, type PostgresPlace } from '../../adapters/out/postgres/connect.ts';
import { postgresRows } from '../../adapters/out/postgres/copied-rows.ts';
import { hasTables, isFree, versionsIn } from '../../adapters/out/postgres/staged-schema.ts';
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
  readonly sources: (database: CopiedDatabase) => RowSource;
  /** Repeatable. */
  close(): Promise<void>;
}

/** From now on nothing that others write is seen, however long it takes to read. */
export async function momentOf(
  place: PostgresPlace,
  databases: readonly CopiedDatabase[],
): Promise<PostgresMoment> {
  const { pool, close } = await connectPostgres(place, { clock: systemClock, connections: 1 });
  let isClosed = false;
  const closeOnce = async () => {
    if (isClosed) return;
    isClosed = true;
    await close();
  };
  try {
    const client = await pool.connect();
    try {
      await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // The moment is that of the first read.
      const isUsed = await hasTables(
        client,
        place.schema,
        databases.flatMap((one) => namesOf(one)),
      );
      return {
        isUsed,
        isFree: await isFree(client, place.schema),
        isReady: isUsed && areOfThisVersion(databases, await versionsIn(client)),
        sources: ({ namesInPostgres }) => postgresRows(client, namesInPostgres),
        close: async () => {
          if (!isClosed) client.release(true);
          await closeOnce();
        },
      };
    } catch (error) {
      client.release(true);
      throw error;
    }
  } catch (error) {
    await closeOnce();
    throw error;
  }
}

/** Whether an engine of this version has made all of them. */
const areOfThisVersion = (
  databases: readonly CopiedDatabase[],
  versions: ReadonlyMap<string, number>,
): boolean =>
  databases.every(({ name, migrations }) => versions.get(name.replace(/\.db$/u, '')) === migrations.length);
