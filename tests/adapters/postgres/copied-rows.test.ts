// What is copied from SQLite to PostgreSQL and back is the same, row by row.
import { expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HastyClock } from '../../doubles/hasty-clock.ts';
import { connectPostgres, type PostgresPlace } from '../../../src/adapters/out/postgres/connect.ts';
import { stagedBeside } from '../../../src/adapters/out/postgres/staged-schema.ts';
import type { RowSource } from '../../../src/adapters/out/sql/copied-rows.ts';
import type { Table } from '../../../src/adapters/out/sql/tables.ts';
import { sqliteRows } from '../../../src/adapters/out/sqlite/copied-rows.ts';
import { openReader } from '../../../src/adapters/out/sqlite/open.ts';
import { sumsIn, type CopiedDatabase } from '../../../src/main/storage-copy/copied.ts';
import { momentOf } from '../../../src/main/storage-copy/in-postgres.ts';
import { copyIntoPostgres } from '../../../src/main/storage-copy/to-postgres.ts';
import { copyIntoFiles } from '../../../src/main/storage-copy/to-sqlite.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { fillFresh } from '../../harness/fresh-databases.ts';
import { describeInPostgres, freshPlaces } from '../../harness/in-postgres.ts';
import { fillAtRandom } from '../../harness/random-rows.ts';
import { databases, make } from './copied-storages.ts';

const nothing = () => undefined;

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'copied-'));
  afterwards(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Every value with its type, and what says how numbers go on. */
function contentOf(folder: string, { name, tables }: CopiedDatabase) {
  const connection = new Database(join(folder, name), { readonly: true });
  const all = (sql: string) => connection.prepare(sql).safeIntegers().raw().all() as readonly unknown[][];
  const rowsOf = ({ name: table, columns, hasOrder }: Table) => {
    const names = [...(hasOrder ? ['rowid'] : []), ...columns.map((column) => `"${column.name}"`)];
    const typed = names.flatMap((one) => [one, `typeof(${one})`]).join(', ');
    return all(`SELECT ${typed} FROM "${table}"`)
      .map((row) => row.map((value) => (typeof value === 'bigint' ? `${value}` : value)))
      .map((row) => JSON.stringify(row))
      .toSorted();
  };
  const content = {
    ...Object.fromEntries(tables.map((table) => [table.name, rowsOf(table)])),
    last: tables.some(({ numbers }) => numbers === 'never again')
      ? all('SELECT name, seq FROM sqlite_sequence WHERE seq > 0 ORDER BY name').map(String)
      : [],
  };
  connection.close();
  return content;
}

function sourcesIn(folder: string) {
  const all = new Map<string, RowSource>();
  const open = databases.map(({ name }) => {
    const connection = openReader(join(folder, name));
    connection.exec('BEGIN');
    all.set(name, sqliteRows(connection));
    return connection;
  });
  return {
    sources: ({ name }: CopiedDatabase) => all.get(name)!,
    close: () => open.forEach((connection) => void connection.close()),
  };
}

describeInPostgres('the copy of all tables', () => {
  const fresh = freshPlaces();

  it('of any content comes back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), fc.integer({ min: 0, max: 12 }), async (pick, rows) => {
        const folder = freshFolder();
        const [from, to] = [join(folder, 'from'), join(folder, 'to')];
        fillFresh(from);
        mkdirSync(to);
        for (const { name, tables } of databases) fillAtRandom(join(from, name), tables, rows, pick);
        const place = fresh();
        const files = sourcesIn(from);
        await copyIntoPostgres({ databases, sources: files.sources, place, make, onProgress: nothing });
        files.close();
        const moment = await momentOf(place, databases);
        expect(moment.isUsed).toBe(true);
        await copyIntoFiles(databases, moment.sources, to, nothing);
        await moment.close();
        for (const database of databases) expect(contentOf(to, database)).toEqual(contentOf(from, database));
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  /** A place with a copy of a few rows of each table, and what was copied. */
  async function copied(makeIn = make, place = fresh()) {
    const folder = freshFolder();
    fillFresh(folder);
    const [pick] = fc.sample(fc.gen(), { numRuns: 1, seed: 7 });
    for (const { name, tables } of databases) fillAtRandom(join(folder, name), tables, 3, pick!);
    const files = sourcesIn(folder);
    afterwards(files.close);
    const { sources } = files;
    await copyIntoPostgres({ databases, sources, place, make: makeIn, onProgress: nothing });
    return place;
  }

  const asked = async (place: PostgresPlace, sql: string) => {
    const { pool, close } = await connectPostgres(place, { clock: new HastyClock() });
    const { rows } = await pool.query<{ readonly one: string }>({ text: sql });
    await close();
    return rows.map(({ one }) => one);
  };

  it('has the keys, references and indexes of tables that an engine made', async () => {
    const [made, copy] = [fresh(), await copied()];
    await make(made);
    const indexes = `SELECT replace(indexdef, schemaname, 'svc') AS one FROM pg_indexes
      WHERE schemaname = current_schema() ORDER BY 1`;
    const keys = `SELECT conname || pg_get_constraintdef(oid) AS one FROM pg_constraint
      WHERE connamespace = to_regnamespace(current_schema()) ORDER BY 1`;
    for (const sql of [indexes, keys]) {
      const found = await asked(copy, sql);
      expect(found).toEqual(await asked(made, sql));
      expect(found.length).toBeGreaterThan(50);
    }
  });

  it.each([
    ['a row', 'RETURN NULL'],
    ['a letter', "NEW.name := NEW.name || 'x'; RETURN NEW"],
  ])('is put nowhere if it lacks or changes %s', async (_what, body) => {
    const place = fresh();
    const wrong = async (staged: PostgresPlace) => {
      await make(staged);
      await asked(
        staged,
        `CREATE FUNCTION differs() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN ${body.replaceAll("'", "''")}; END'`,
      );
      await asked(
        staged,
        'CREATE TRIGGER differs BEFORE INSERT ON passkeys FOR EACH ROW EXECUTE FUNCTION differs()',
      );
    };
    await expect(copied(wrong, place)).rejects.toMatchObject({ tables: ['history.db/passkeys'] });
    const moment = await momentOf(place, databases);
    expect(moment.isUsed).toBe(false);
    await moment.close();
    // What is left of it is in nobody's way.
    await copied(make, place);
  });

  it('takes the place of nothing that is there', async () => {
    const place = await copied();
    const before = await asked(place, 'SELECT thread_id AS one FROM threads ORDER BY 1');
    await expect(copied(make, place)).rejects.toThrow('not empty');
    expect(await asked(place, 'SELECT thread_id AS one FROM threads ORDER BY 1')).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
  });

  it('reads one moment, whatever becomes of other schemas and of numbers meanwhile', async () => {
    const [place, other] = [fresh(), fresh()];
    await make(place);
    await make(other);
    const moment = await momentOf(place, databases);
    try {
      await asked(place, `ALTER SCHEMA ${other.schema} RENAME TO ${other.schema}_renamed`);
      const before = await sumsIn(databases, moment.sources, () => undefined);
      const datastore = databases.find(({ name }) => name === 'datastore.db')!;
      const collections = datastore.tables.find(({ name }) => name === 'collections')!;
      const rows = moment.sources(datastore);
      const highest = await rows.highest(collections);
      const sequence = `pg_get_serial_sequence('collections', '${collections.key[0]}')`;
      await asked(place, `SELECT CAST(nextval(CAST(${sequence} AS REGCLASS)) AS TEXT) AS one`);
      expect(await rows.highest(collections)).toBe(highest);
      expect(before).toHaveLength(databases.length);
    } finally {
      await moment.close();
    }
  });

  it('is not made in a schema that somebody else made', async () => {
    const place = fresh();
    const other = { ...place, schema: stagedBeside(place.schema) };
    await make(other);
    await expect(copied(make, place)).rejects.toThrow('in use');
    expect(await asked(other, "SELECT 'here' AS one FROM threads UNION SELECT 'here'")).toEqual(['here']);
  });
});
