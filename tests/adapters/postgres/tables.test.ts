// Both databases have the same tables, columns, keys and references.
import { expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import * as ofDatastore from '../../../src/adapters/out/sqlite/datastore/parts.ts';
import * as ofHistory from '../../../src/adapters/out/sqlite/history/parts.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import {
  datastoreIn,
  describeInPostgres,
  engineIn,
  ofEngine,
  freshPlaces,
  historyIn,
  tablesOf,
  vaultIn,
} from '../../harness/in-postgres.ts';

/** It keeps the order of records, which PostgreSQL does not keep. */
const SQLITE_ALONE: ReadonlySet<string> = new Set(['record_changes_places']);
const OPENERS = { history: historyIn, datastore: datastoreIn, engine: engineIn, vault: vaultIn } as const;

describeInPostgres('the tables of PostgreSQL', () => {
  const fresh = freshPlaces();

  it.each(['history', 'datastore', 'engine', 'vault'] as const)('are those of SQLite: %s', async (name) => {
    const place = fresh();
    const { pool, close } = await OPENERS[name](place);
    const all = async <Row extends object>(sql: string) => (await pool.query<Row>(sql, [place.schema])).rows;
    const columns = await all<{
      readonly table: string;
      readonly name: string;
      readonly isRequired: boolean;
    }>(
      `SELECT table_name AS table, column_name AS name, is_nullable = 'NO' AS "isRequired"
        FROM information_schema.columns WHERE table_schema = $1 AND table_name NOT IN ('journals', 'epochs', 'lease', 'name_words', 'search_words') AND column_name <> 'rowid'
        ORDER BY table_name COLLATE "C", ordinal_position`,
    );
    const keys = await all<{ readonly table: string; readonly keys: number; readonly references: number }>(
      `SELECT conrelid::regclass::text AS table, count(*) FILTER (WHERE contype IN ('p', 'u')) AS keys,
          count(*) FILTER (WHERE contype = 'f') AS references
        FROM pg_constraint WHERE connamespace = CAST($1 AS REGNAMESPACE) AND conrelid::regclass::text NOT IN ('journals', 'epochs', 'lease', 'name_words', 'search_words')
        GROUP BY conrelid ORDER BY conrelid::regclass::text COLLATE "C"`,
    );
    await close();
    const tables = tablesOf[name].toSorted((one, other) => (one.name < other.name ? -1 : 1));
    expect(columns).toEqual(
      tables.flatMap((table) =>
        table.columns.map((column) => ({
          table: table.name,
          name: column.name,
          isRequired: column.isRequired,
        })),
      ),
    );
    expect(keys).toEqual(
      tables
        .map((table) => ({
          table: table.name,
          keys: table.unique.length + Number(table.key.length > 0),
          references: table.references.length,
        }))
        .filter(({ keys: some, references }) => some + references > 0),
    );
  });

  it.each(Object.entries({ history: ofHistory, datastore: ofDatastore, engine: ofEngine }))(
    'do by themselves what those of SQLite do: %s',
    async (name, { migrations }) => {
      const connection = new Database(':memory:');
      migrate(connection, 'triggers.db', migrations);
      const inSqlite = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        .pluck()
        .all();
      connection.close();
      const place = fresh();
      const { pool, close } = await OPENERS[name as keyof typeof OPENERS](place);
      const { rows } = await pool.query<{ readonly name: string }>(
        `SELECT tgname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
          WHERE relnamespace = CAST($1 AS REGNAMESPACE) AND NOT tgisinternal AND tgname NOT LIKE 'number\\_%'`,
        [place.schema],
      );
      await close();
      const needed = (inSqlite as string[]).filter((one) => !SQLITE_ALONE.has(one));
      expect(rows.map((one) => one.name).toSorted()).toEqual(needed.toSorted());
    },
  );
});
