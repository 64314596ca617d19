import { systemClock } from '../../adapters/out/system/system-clock.ts';
import { connectPostgres, type PostgresPlace } from '../../adapters/out/postgres/connect.ts';
import { postgresRows, postgresRowsInto } from '../../adapters/out/postgres/copied-rows.ts';
import {
  beginStaged,
  filling,
  moveIn,
  stagedBeside,
  type StagedClient,
} from '../../adapters/out/postgres/staged-schema.ts';
import type { RowSource } from '../../adapters/out/sql/copied-rows.ts';
import { confirmCopy, copyAll, type CopiedDatabase, type CopySums, type OnCopyProgress } from './copied.ts';
import { namesOf } from './in-postgres.ts';

export interface IntoPostgres {
  readonly databases: readonly CopiedDatabase[];
  readonly sources: (database: CopiedDatabase) => RowSource;
  readonly place: PostgresPlace;
  /** Creates the tables of all databases in an empty place, as an engine does. */
  readonly make: (place: PostgresPlace) => Promise<void>;
  readonly onProgress: OnCopyProgress;
}

/**
 * Copies all tables into a schema of its own, compares them, and puts it in its place at once. May be ended at any
 * point, and done again from the beginning.
 * @throws CopyDiffers
 */
export const copyIntoPostgres = async (copy: IntoPostgres): Promise<CopySums> =>
  await intoStaged(copy, stagedBeside(copy.place.schema), async (client) => {
    await moveIn(client, copy.place.schema);
  });

/**
 * Copies all tables into a schema that is made for it, and compares them.
 * @param whole called with the connection, which looks into that schema, once it has all
 * @throws CopyDiffers
 */
export async function intoStaged(
  { databases, sources, place, make, onProgress }: IntoPostgres,
  schema: string,
  whole: (client: StagedClient) => Promise<void>,
): Promise<CopySums> {
  const staged = { ...place, schema };
  const { pool, close } = await connectPostgres(staged, { clock: systemClock, connections: 1 });
  try {
    const client = await pool.connect();
    try {
      await beginStaged(client, schema);
      await make(staged);
      const copied = await filling(
        client,
        databases.flatMap((one) => namesOf(one)),
        async () =>
          await copyAll(
            databases,
            sources,
            ({ namesInPostgres }) => postgresRowsInto(client, namesInPostgres),
            onProgress,
          ),
      );
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const copies = ({ namesInPostgres }: CopiedDatabase) => postgresRows(client, namesInPostgres);
      await confirmCopy(databases, copied, copies, onProgress);
      await client.query('COMMIT');
      for (const { afterwards, alsoInPostgres } of databases) {
        if (afterwards !== undefined) await client.query(afterwards);
        await alsoInPostgres?.(client);
      }
      await whole(client);
      return copied;
    } finally {
      // What it was set to is not for others.
      client.release(true);
    }
  } finally {
    await close();
  }
}
