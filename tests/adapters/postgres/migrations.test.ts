// A schema that an older engine made gets what it lacks; one that a newer engine made is left as it is.
import { expect, it } from '@jest/globals';
import { connectPostgres, type PostgresPlace } from '../../../src/adapters/out/postgres/connect.ts';
import { makeTables, type PostgresMigration } from '../../../src/adapters/out/postgres/open.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { tablesAfter } from '../../../src/adapters/out/sqlite/tables-in.ts';
import Database from 'better-sqlite3';
import { HastyClock } from '../../doubles/hasty-clock.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { describeInPostgres, freshPlaces } from '../../harness/in-postgres.ts';

const TODAY: PostgresMigration[] = [
  { name: 'first', sql: 'CREATE TABLE things (thing_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT' },
];
/** Both databases take the first; of the second each has its own. */
const LATER: PostgresMigration[] = [
  {
    name: 'for-both',
    sql: `ALTER TABLE things ADD COLUMN seen_at INTEGER;
      CREATE TABLE parts (thing_id TEXT NOT NULL REFERENCES things, part TEXT NOT NULL, PRIMARY KEY (thing_id, part)) STRICT, WITHOUT ROWID;
      CREATE INDEX things_by_time ON things (seen_at) WHERE seen_at IS NOT NULL;`,
  },
  {
    name: 'for-each',
    sql: "UPDATE things SET seen_at = iif(thing_id = 'a', at + 1, NULL)",
    inPostgres: "UPDATE things SET seen_at = CASE thing_id WHEN 'a' THEN at + 1 END",
  },
];
/** More than 32 bits. */
const AT = 1_767_225_600_000;

describeInPostgres('migrations', () => {
  const fresh = freshPlaces();

  async function connected(place: PostgresPlace) {
    const made = await connectPostgres(place, { clock: new HastyClock() });
    afterwards(made.close);
    return made;
  }
  const store = (migrations: readonly PostgresMigration[]) => ({
    name: 'things',
    migrations,
    tables: () => tablesAfter(migrations),
  });
  const columns = `SELECT table_name AS table, column_name AS name, data_type AS type, collation_name AS collation
    FROM information_schema.columns WHERE table_schema = $1 AND table_name IN ('things', 'parts')
    ORDER BY table_name COLLATE "C", column_name COLLATE "C"`;

  it('give an older schema what a new one has, and its rows what they give them in SQLite', async () => {
    const [older, newer] = [fresh(), fresh()];
    const [one, other] = [await connected(older), await connected(newer)];
    await makeTables(one, store(TODAY));
    await one.pool.query(`INSERT INTO things VALUES ('a', ${AT}), ('b', ${AT})`);
    const sqlite = new Database(':memory:');
    migrate(sqlite, 'things', TODAY);
    sqlite.exec(`INSERT INTO things VALUES ('a', ${AT}), ('b', ${AT})`);
    const all = [...TODAY, ...LATER];
    migrate(sqlite, 'things', all);
    // Whoever starts, and however often.
    await Promise.all([one, await connected(older), one].map((each) => makeTables(each, store(all))));
    await makeTables(other, store(all));
    const { rows } = await one.pool.query<object>(
      'SELECT thing_id, at, seen_at FROM things ORDER BY thing_id',
    );
    expect(rows).toEqual(sqlite.prepare('SELECT thing_id, at, seen_at FROM things ORDER BY thing_id').all());
    const columnsIn = async ({ pool }: typeof one, { schema }: PostgresPlace) =>
      (await pool.query<object>(columns, [schema])).rows;
    expect(await columnsIn(one, older)).toEqual(await columnsIn(other, newer));
    sqlite.close();
  });

  it('refuse a newer schema, and leave it', async () => {
    const place = fresh();
    const one = await connected(place);
    await makeTables(one, store([...TODAY, ...LATER]));
    await expect(makeTables(one, store(TODAY))).rejects.toMatchObject({
      store: 'things',
      found: 3,
      known: 1,
    });
    await makeTables(one, store([...TODAY, ...LATER]));
  });

  it('are all carried out or none', async () => {
    const one = await connected(fresh());
    await makeTables(one, store(TODAY));
    const failing = [
      ...TODAY,
      ...LATER,
      { name: 'failing', sql: 'ALTER TABLE nothing ADD COLUMN n INTEGER' },
    ];
    await expect(makeTables(one, { ...store(failing), tables: () => [] })).rejects.toThrow();
    await makeTables(one, store([...TODAY, ...LATER]));
    const { rows } = await one.pool.query<object>("SELECT version FROM journals WHERE name = 'things'");
    expect(rows).toEqual([{ version: 3 }]);
  });
});
