// How SQLite reads the orders of columns: without statistics, and never all records of a collection.
import { expect, test } from '@jest/globals';
import { Kysely, SqliteDialect } from 'kysely';
import { OrderedRecords } from '../../../src/adapters/out/sqlite/datastore/ordered-records.ts';
import { migrations } from '../../../src/adapters/out/sqlite/datastore/parts.ts';
import type { DatastoreSchema } from '../../../src/adapters/out/sqlite/datastore/schema.ts';
import { rangeOf } from '../../../src/adapters/out/sqlite/datastore/slots.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { openDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import type { Condition, Field } from '../../../src/core/knowledge/collections/model.ts';
import { planOf } from './database-files.ts';

const { connection } = openDatabase<DatastoreSchema>(':memory:');
migrate(connection, 'datastore.db', migrations);
const asked: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
const noting = new Kysely<DatastoreSchema>({
  dialect: new SqliteDialect({ database: connection }),
  log: ({ query }) => void asked.push(query),
});
const records = new OrderedRecords(noting, 1, new Set([1, 2, 3]));

const explain = (sql: string, parameters: readonly unknown[]) => planOf(connection, sql, parameters);

async function plansOf(read: () => Promise<unknown>): Promise<readonly string[]> {
  asked.length = 0;
  await read();
  return asked.flatMap(({ sql, parameters }) => explain(sql, parameters));
}

const text: Field = { slot: 1, type: 'string', name: 'a' };
const number: Field = { slot: 2, type: 'number', name: 'b' };
const is: Condition = { kind: 'compare', field: text, by: 'eq', value: 'x' };
const none: Condition = { kind: 'isNull', field: number, isNull: true };
const more: Condition = { kind: 'compare', field: number, by: 'gt', value: 5 };
const hard: Condition = { kind: 'contains', field: text, text: 'x' };
const both: Condition = { kind: 'all', of: [is, none] };

/** `SCAN` of anything but a list of numbers or what a subquery found would read a whole table. */
const READS_ALL = /^SCAN (?!json_each|counted|\(subquery|\d)/u;

test.each<[string, () => Promise<unknown>]>([
  ['a count of one condition', () => records.count(is)],
  ['a count in a range', () => records.count(more)],
  ['a count of two conditions', () => records.count(both)],
  ['a count with a condition that no order has', () => records.count({ kind: 'all', of: [is, hard] })],
  ['the newest of two conditions', () => records.newest(both, rangeOf(1)[1], 51)],
  ['the newest in a range', () => records.newest(more, rangeOf(1)[1], 51)],
  ['all, sorted', () => records.sorted(null, { field: number, descending: true }, null, 51)],
  ['some, sorted', () => records.sorted(is, { field: number, descending: false }, null, 51)],
  [
    'a later page',
    () => records.sorted(hard, { field: text, descending: true }, { by: 'a', value: 'm', recordNo: 4 }, 51),
  ],
])('%s reads an order, and no table from end to end', async (_what, read) => {
  const plan = await plansOf(read);
  expect(plan).not.toEqual([]);
  expect(plan.filter((step) => READS_ALL.test(step))).toEqual([]);
  expect(plan.some((step) => step.startsWith('SEARCH record_order USING PRIMARY KEY'))).toBe(true);
});
