// Each word of the two databases means the same in both: asked of SQLite always, of PostgreSQL where it is installed.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type Expression,
  type QueryCompiler,
  type RawBuilder,
} from 'kysely';
import Database from 'better-sqlite3';
import { hasIn } from '../../../src/adapters/out/sql/has-in.ts';
import { written } from '../../../src/adapters/out/postgres/texts.ts';
import { PostgresWords } from '../../../src/adapters/out/sql/said.ts';
import {
  asJson,
  beginningOf,
  contains,
  greater,
  held,
  heldNumber,
  heldText,
  inSqliteAlone,
  lesser,
  listOfJson,
  listOfTexts,
  membersOf,
  notByIndex,
  numbersOf,
  objectOf,
  textsOf,
  valueWithoutCase,
  withLast,
  withoutCase,
  withText,
} from '../../../src/adapters/out/sql/words.ts';
import { prepared } from '../../../src/adapters/out/sql/prepared.ts';
import { isPostgresInstalled, startPostgres, type Postgres, type Printed } from '../../servers/postgres.ts';

type Rows = readonly (readonly Printed[])[];

interface Asked {
  (query: RawBuilder<unknown>): Rows;
}

const compiling = (createQueryCompiler: () => QueryCompiler, isPostgres: boolean): Kysely<unknown> =>
  new Kysely({
    dialect: {
      createAdapter: () => (isPostgres ? new PostgresAdapter() : new SqliteAdapter()),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => (isPostgres ? new PostgresIntrospector(db) : new SqliteIntrospector(db)),
      createQueryCompiler,
    },
  });

const TABLE = 'CREATE TABLE things (no BIGINT NOT NULL, name TEXT';
/** Of any values. */
const HELD = [3, 'b', -1.5, 'Z', '10', null, "it's é🎉", 2] as const;
const THINGS = ['b', 'B', 'a', 'Z', 'é', 'z', '\u{1F389}', '\uFB01', 'A b', 'Äpfel', null] as const;

/** The statement is compiled once, as a store does it, and holds values of several types. */
function hold(row: { readonly no: number; readonly value: string | number | null }, db: Kysely<unknown>) {
  const bind = prepared<typeof row>(({ no, value }) => ({
    compile: () => sql`INSERT INTO holding (no, v) VALUES (${no}, ${held(value)})`.compile(db),
  }));
  return bind(row);
}

function sqlite(): Asked {
  const db = compiling(() => new SqliteQueryCompiler(), false);
  const connection = new Database(':memory:');
  afterAll(() => void connection.close());
  connection.exec(`${TABLE});`);
  const insert = connection.prepare('INSERT INTO things (no, name) VALUES (?, ?)');
  THINGS.forEach((name, no) => insert.run(no, name));
  connection.exec('CREATE TABLE holding (no INTEGER, v ANY) STRICT;');
  HELD.forEach((value, no) => {
    const { sql: text, parameters } = hold({ no, value }, db);
    connection.prepare(text).run(parameters);
  });
  return (query) => {
    const { sql: text, parameters } = query.compile(db);
    const rows = connection.prepare(text).raw().all(parameters) as readonly unknown[][];
    return rows.map((row) => row.map((value) => (value === null ? null : String(value))));
  };
}

function postgres(): Asked {
  const db = compiling(() => new PostgresWords(), true);
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
    server.run(`${TABLE} COLLATE "C");`);
    THINGS.forEach((name, no) =>
      server.ask({ sql: 'INSERT INTO things (no, name) VALUES ($1, $2)', parameters: [no, name] }),
    );
    server.run('CREATE TABLE holding (no BIGINT, v JSONB);');
    HELD.forEach((value, no) => server.ask(hold({ no, value }, db)));
  });
  // As a connection sends texts.
  const sent = (parameter: unknown) => (typeof parameter === 'string' ? written(parameter) : parameter);
  return (query) => {
    const { sql: asked, parameters } = query.compile(db);
    return server.ask({ sql: asked, parameters: parameters.map(sent) });
  };
}

/** Of one expression without a table. */
const value = (expression: Expression<unknown>) => sql`SELECT ${expression} AS value`;
const named = (where: Expression<unknown>) => sql`SELECT name FROM things WHERE ${where} ORDER BY name`;
const name = sql.ref('things.name');
const V = sql.ref('holding.v');
const text = (given: string) => sql`CAST(${given} AS TEXT)`;
const number = (given: number) => sql`CAST(${given} AS BIGINT)`;
const isTrue = (condition: Expression<unknown>) => sql`CASE WHEN ${condition} THEN 1 ELSE 0 END`;
const LIST = JSON.stringify(['x', '{"a":1}', "it's", 'é🎉']);
const PLACES = JSON.stringify([
  { from: 3, to: 5 },
  { from: 7, to: 7 },
]);

const CASES: Readonly<Record<string, readonly [asked: RawBuilder<unknown>, answer: Rows]>> = {
  'texts of a list': [named(sql`name IN ${textsOf(JSON.stringify(['b', 'é', 'no']))}`), [['b'], ['é']]],
  'no texts of an empty list': [named(sql`name IN ${textsOf('[]')}`), []],
  'texts as they are': [
    sql`SELECT value FROM ${membersOf(LIST)} AS each ORDER BY key`,
    [['x'], ['{"a":1}'], ["it's"], ['é🎉']],
  ],
  'numbers of a list': [
    sql`SELECT name FROM things WHERE no IN ${numbersOf('[2,0,99]')} ORDER BY no`,
    [['b'], ['a']],
  ],
  'the places of members': [
    sql`SELECT key, value FROM ${membersOf('["b","a","b"]')} AS each ORDER BY key DESC`,
    [
      ['2', 'b'],
      ['1', 'a'],
      ['0', 'b'],
    ],
  ],
  'members of members': [
    sql`SELECT CAST(${asJson(sql.ref('each.value'))} ->> 'from' AS BIGINT) + 1 AS at FROM ${membersOf(PLACES)} AS each ORDER BY at`,
    [['4'], ['8']],
  ],
  'a member by its name': [value(sql`${asJson(text('{"a":{"b":"c"}}'))} -> 'a' ->> 'b'`), [['c']]],
  'a member by its place from the end': [value(sql`${asJson(text('[1,[2,3]]'))} -> -1 ->> 0`), [['2']]],
  'no member': [value(sql`${asJson(text('{"a":null}'))} ->> 'b'`), [[null]]],
  'a member that is null': [value(sql`${asJson(text('{"a":null}'))} ->> 'a'`), [[null]]],
  'the greater': [value(greater(number(2), number(10))), [['10']]],
  'the greater of a literal': [value(greater(number(2), sql.lit(1))), [['2']]],
  'the lesser': [value(lesser(number(2), number(10))), [['2']]],
  'the lesser of a literal': [value(lesser(number(2), sql.lit(1))), [['1']]],
  'a text within another': [named(contains(name, 'pf')), [['Äpfel']]],
  'not one with other letters': [named(contains(name, 'PF')), []],
  'the beginning of a text': [value(beginningOf(text('é🎉ab'), 3)), [['é🎉a']]],
  'the beginning of a text, which ends at a NUL': [value(beginningOf(text('ab\0c'), 3)), [['ab']]],
  'a list of texts': [
    value(sql`${asJson(sql`(SELECT ${listOfTexts(sql`value`)} FROM ${membersOf(LIST)} AS each)`)} ->> 2`),
    [["it's"]],
  ],
  'a list of no texts': [
    value(sql`(SELECT ${listOfTexts(sql`value`)} FROM ${membersOf('[]')} AS each)`),
    [['[]']],
  ],
  'a list of what is JSON': [
    value(
      sql`CAST(${asJson(sql`(SELECT ${listOfJson(sql`value`)} FROM ${membersOf(PLACES)} AS each)`)} -> 1 ->> 'from' AS BIGINT)`,
    ),
    [['7']],
  ],
  'an object of what is JSON': [
    value(sql`${asJson(objectOf({ a: text('[1,2]'), b: text('["x"]') }))} -> 'b' ->> 0`),
    [['x']],
  ],
  'a member that has another text': [
    value(sql`${asJson(withText(text('{"a":1,"b":"x","c":{"b":2}}'), 'b', text('é')))} ->> 'b'`),
    [['é']],
  ],
  'the members beside it': [
    value(
      sql`CAST(${asJson(withText(text('{"a":1,"b":"x","c":{"b":2}}'), 'b', text('é')))} -> 'c' ->> 'b' AS BIGINT)`,
    ),
    [['2']],
  ],
  'one more member': [value(sql`${asJson(withLast(text('["a"]'), '{"b":"c"}'))} -> 1 ->> 'b'`), [['c']]],
  'a list in the row before it': [
    sql`SELECT each.value FROM (SELECT ${text('["x"]')} AS list) AS row CROSS JOIN ${membersOf(sql.ref('row.list'))} AS each`,
    [['x']],
  ],
  'an order without capital letters of ASCII': [
    sql`SELECT name FROM things WHERE name IS NOT NULL ORDER BY ${withoutCase(name)}, no`,
    [['a'], ['A b'], ['b'], ['B'], ['Z'], ['z'], ['Äpfel'], ['é'], ['\uFB01'], ['\u{1F389}']],
  ],
  'after a place in it': [
    sql`SELECT name FROM things WHERE (${withoutCase(name)}, no) > (${valueWithoutCase('B')}, ${number(0)}) AND no < 4 ORDER BY no`,
    [['B'], ['Z']],
  ],
  'names in the order of columns': [
    sql`SELECT name FROM things WHERE name IS NOT NULL ORDER BY name`,
    [['A b'], ['B'], ['Z'], ['a'], ['b'], ['z'], ['Äpfel'], ['é'], ['\uFB01'], ['\u{1F389}']],
  ],
  'nothing before every name': [
    sql`SELECT no FROM things WHERE no > 8 ORDER BY name ASC NULLS FIRST`,
    [['10'], ['9']],
  ],
  'a column that is not looked up': [
    sql`SELECT name FROM things WHERE ${notByIndex(sql.ref('things.no'))} < 2 ORDER BY ${notByIndex(sql.ref('things.no'))} DESC`,
    [['B'], ['b']],
  ],
  'a text that is not looked up': [named(sql`${notByIndex(name)} = 'Z'`), [['Z']]],
  'a text in ASCII': [named(hasIn(name, 'B')), [['A b'], ['B'], ['b']]],
  'a text in another alphabet': [named(hasIn(name, 'äPF')), [['Äpfel']]],
  'what has a meaning in patterns': [
    value(isTrue(hasIn(text('é%_\\*[]^$.|?+(){}-é'), 'É%_\\*[]^$.|?+(){}-'))),
    [['1']],
  ],
  'the same in ASCII': [value(isTrue(hasIn(text('a%_\\*[]^$.|?+(){}-'), '%_\\*[]^$.|?+(){}-'))), [['1']]],
  'none of its meanings': [value(isTrue(hasIn(text('éab'), 'é.b'))), [['0']]],
  'no wildcard': [value(isTrue(hasIn(text('axb'), 'a_b'))), [['0']]],
  'either small sigma': [value(isTrue(hasIn(text('ΟΔΟΣ'), 'οδος'))), [['1']]],
  'a long text': [value(isTrue(hasIn(text(`${'é'.repeat(2_499)}x`), 'É'.repeat(2_499)))), [['1']]],
  'a text that is too long for a pattern': [
    value(isTrue(hasIn(text(`é${'x'.repeat(30_000)}y`), `é${'X'.repeat(30_000)}`))),
    [['1']],
  ],
  'texts among any values': [
    sql`SELECT ${heldText(V)} AS value FROM holding WHERE no IN ${numbersOf('[1,3,4,5,6]')} ORDER BY value ASC NULLS FIRST`,
    [[null], ['10'], ['Z'], ['b'], ["it's é🎉"]],
  ],
  'numbers among any values': [
    sql`SELECT no FROM holding WHERE no IN ${numbersOf('[0,2,5,7]')} AND ${heldNumber(V)} < 3 ORDER BY ${heldNumber(V)} DESC`,
    [['7'], ['2']],
  ],
  'a sum of numbers among any values': [
    sql`SELECT CAST(sum(${heldNumber(V)}) * 2 AS BIGINT) AS twice FROM holding WHERE no IN ${numbersOf('[0,2,7]')}`,
    [['7']],
  ],
  'nothing among any values': [sql`SELECT no FROM holding WHERE v IS NULL`, [['5']]],
  // What both say alike, and stores rely on.
  octets: [value(sql`octet_length(${text('é🎉a')})`), [['7']]],
  'the same, or both nothing': [
    sql`SELECT count(*) FROM things WHERE name IS NOT DISTINCT FROM CAST(${null} AS TEXT)`,
    [['1']],
  ],
  'the next number': [sql`SELECT coalesce(max(no), 0) + 1 FROM things`, [['11']]],
  'whole parts': [value(sql`${number(-7)} / 2`), [['-3']]],
  'a sum that nothing overflows': [
    sql`SELECT CASE WHEN sum(CAST(no AS DOUBLE PRECISION) * 1e300) > 1e300 THEN 1 ELSE 0 END FROM things`,
    [['1']],
  ],
};

const DATABASES: readonly (readonly [name: string, open: () => Asked])[] = [
  ['SQLite', sqlite],
  ...(isPostgresInstalled ? [['PostgreSQL', postgres] as const] : []),
];

it('a statement that PostgreSQL does not need is empty there', () => {
  const statement = inSqliteAlone(sql`SELECT ${1}`);
  expect(statement.compile(compiling(() => new SqliteQueryCompiler(), false)).sql).toBe('SELECT ?');
  expect(statement.compile(compiling(() => new PostgresWords(), true))).toMatchObject({
    sql: '',
    parameters: [],
  });
});

describe.each(DATABASES)('in %s', (_name, open) => {
  const ask = open();
  it.each(Object.entries(CASES))('%s', (_what, [asked, answer]) => {
    expect(ask(asked)).toEqual(answer);
  });
});
