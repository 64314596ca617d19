// A full collection of wide records, and the longest filters: each answer is read in parts, and the event loop goes on.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openDatastore, type Datastore } from '../../../src/adapters/out/sqlite/datastore/open.ts';
import { SLOTS, rangeOf } from '../../../src/adapters/out/sqlite/datastore/slots.ts';
import type { Condition, Field, SortPosition } from '../../../src/core/knowledge/collections/model.ts';
import { longestPause } from '../../harness/longest-pause.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { pagesOf } from '../../harness/paged.ts';

const RECORDS = 100_000;
let datastore: Datastore;
let file: string;

beforeAll(async () => {
  file = join(temporaryDir(), 'datastore.db');
  await openDatastore(file).close();
  const raw = new Sqlite(file);
  const base = rangeOf(1)[0];
  // Every third number is missing, as after deletions.
  raw.exec(`
    INSERT INTO collections (name, columns_json, emptying_json, record_count, bytes, next_no, created_at, updated_at)
      VALUES ('wide', '[]', '[]', ${RECORDS}, 1, ${2 * RECORDS}, 1, 1);
    WITH RECURSIVE n (no) AS (SELECT 1 UNION ALL SELECT no + 1 FROM n WHERE no < ${RECORDS})
    INSERT INTO records (record_no, record_id, collection_no, bytes, created_at, updated_at, ${SLOTS.map((slot) => `v${slot}`).join(', ')})
      SELECT ${base} + no + no / 2, 'r' || no, 1, 1, 1, 1,
        ${SLOTS.map((slot) => (slot === 1 ? `(no * 7919) % ${RECORDS}` : `'value ' || (no % (${slot} + 10)) || ' of a wide record'`)).join(', ')} FROM n;
  `);
  raw.close();
  datastore = openDatastore(file);
}, 120_000);
afterAll(async () => {
  await datastore.close();
});

const text = (slot: number): Field => ({ slot, type: 'string', name: `c${slot}` });
const number: Field = { slot: 1, type: 'number', name: 'c1' };

/** Conditions of which each reads another column of every record. */
const thirty = (of: (slot: number) => Condition, kind: 'all' | 'any' = 'all'): Condition => ({
  kind,
  of: Array.from({ length: 30 }, (_, index) => of(50 - index)),
});
const everyRecord = thirty((slot) => ({ kind: 'contains', field: text(slot), text: 'wide' }));
const noRecord = thirty((slot) => ({ kind: 'contains', field: text(slot), text: 'narrow' }), 'any');
const few: Condition = { kind: 'compare', field: number, by: 'lt', value: 30 };

const collectionNo = 1;
const slots = [1, 2, 50];
const first = { collectionNo, slots, limit: 50, after: null };

const READS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['a page of none', () => datastore.collections.page({ ...first, where: noRecord, sort: null })],
  [
    'a sorted page of all',
    () =>
      datastore.collections.page({
        ...first,
        where: everyRecord,
        sort: { field: number, descending: false },
      }),
  ],
  [
    'a sorted page without a filter',
    () => datastore.collections.page({ ...first, where: null, sort: { field: text(50), descending: true } }),
  ],
  ['a count', () => datastore.collections.count(collectionNo, everyRecord)],
  [
    'a slice',
    () => datastore.collections.matching({ collectionNo, slots, where: noRecord, limit: 1_000, after: 0 }),
  ],
  [
    'sums of some',
    () =>
      datastore.collections.groups({
        collectionNo,
        where: noRecord,
        groupBy: [text(2)],
        aggregates: [{ kind: 'sum', field: number, as: 'sum' }],
        sort: null,
        limit: 200,
      }),
  ],
];

/** Of the time that the conditions take in one piece. */
const SHARE = 1 / 2;

/** The same in one statement. */
async function inOnePiece(): Promise<void> {
  const raw = new Sqlite(file, { readonly: true });
  const conditions = Array.from({ length: 30 }, (_, index) => `v${50 - index} LIKE '%narrow%'`);
  raw.prepare(`SELECT count(*) FROM records WHERE ${conditions.join(' OR ')}`).get();
  raw.close();
}

verifies(
  'datastore.pauses',
  '30 conditions over 100,000 wide records never hold the event loop',
  async () => {
    const whole = await longestPause(inOnePiece);
    for (const [what, read] of READS) {
      const share = (await longestPause(read)) / whole;
      expect([what, share < SHARE ? 'a small part' : share]).toEqual([what, 'a small part']);
    }
  },
);

test.each([
  null,
  { field: number, descending: false },
  { field: number, descending: true },
  { field: text(50), descending: false },
])('pages in the order %j have each record once, in that order', async (sort) => {
  const { collections } = datastore;
  const asked = { collectionNo, slots, where: few, sort, limit: 7 };
  const pages = await pagesOf((after: SortPosition | null) => collections.page({ ...asked, after }));
  const found = pages.flat().map(({ recordNo }) => recordNo);
  expect(new Set(found).size).toBe(30);
  expect(found).toHaveLength(30);
  const all = await collections.matching({ collectionNo, slots, where: few, limit: 50, after: 0 });
  expect(all.map(({ recordNo }) => recordNo)).toEqual(found.toSorted((a, b) => a - b));
  expect(await collections.count(collectionNo, few)).toBe(30);
  const values = new Map(all.map((one) => [one.recordNo, one.values]));
  const inOrder = found.toSorted((a, b) => {
    if (sort === null) return b - a;
    const { slot } = sort.field as { readonly slot: number };
    const [one, two] = [values.get(a)![slot]!, values.get(b)![slot]!];
    return (one < two ? -1 : one > two ? 1 : 0) * (sort.descending ? -1 : 1) || b - a;
  });
  expect(found).toEqual(inOrder);
});

test('sums of some are those of the records that fit', async () => {
  const rows = await datastore.collections.groups({
    collectionNo,
    where: few,
    groupBy: [],
    aggregates: [
      { kind: 'sum', field: number, as: 'sum' },
      { kind: 'countDistinct', field: number, as: 'distinct' },
      { kind: 'count', field: null, as: 'count' },
    ],
    sort: null,
    limit: 200,
  });
  expect(rows).toEqual([[435, 30, 30]]);
});
