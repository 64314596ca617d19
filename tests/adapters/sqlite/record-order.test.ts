// Lists, pages and counts are the same with the orders of columns as without them, whatever was written before.
import { expect, test } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import * as fc from 'fast-check';
import { openDatastore, type Datastore } from '../../../src/adapters/out/sqlite/datastore/open.ts';
import { migrations } from '../../../src/adapters/out/sqlite/datastore/parts.ts';
import type { PutRecord } from '../../../src/core/knowledge/collections/store.ts';
import type {
  Condition,
  Field,
  Sort,
  SortPosition,
  StoredValue,
} from '../../../src/core/knowledge/collections/model.ts';
import { recordId } from '../../../src/core/kernel/ids.ts';
import { freshDatastore } from '../../harness/fresh-databases.ts';
import { verifies } from '../../spec/verifies.ts';
import { newFile } from './database-files.ts';
import { tries } from '../../harness/thinned.ts';
import { pagesOf } from '../../harness/paged.ts';

const TYPES = ['string', 'number', 'boolean', 'string'] as const;
const FIELDS = TYPES.map((type, at): Field => ({ slot: at + 1, type, name: `c${at + 1}` }));
const ORDERED = [1, 2, 3];
const SLOTS = [1, 2, 3, 4];
const collectionNo = 1;

const LONG = 'x'.repeat(199);
const TEXTS = ['', 'a', 'a\0b', '10', 'é', `${LONG}y`, `${LONG}yz`, `${LONG}🎉🎉`];
const NUMBERS = [-1.5, -1, 0, 1, 2, 10, 2 ** 40 + 0.5];
const VALUES: readonly (readonly (string | number)[])[] = [TEXTS, NUMBERS, [0, 1], TEXTS];
const oneOf = (slot: number) => fc.constantFrom(...VALUES[slot - 1]!);
const orNone = (slot: number): fc.Arbitrary<StoredValue> => fc.option(oneOf(slot), { freq: 3 });

const row = fc.tuple(orNone(1), orNone(2), orNone(3), orNone(4));
const write = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('add' as const), rows: fc.array(row, { maxLength: 30 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), of: fc.nat(), to: row }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), of: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('place' as const), slot: fc.constantFrom(...ORDERED) }),
  },
);
type Write = typeof write extends fc.Arbitrary<infer One> ? One : never;

const single: fc.Arbitrary<Condition> = fc
  .constantFrom(1, ...SLOTS)
  .chain((slot): fc.Arbitrary<Condition> => {
    const field = FIELDS[slot - 1]!;
    const by = fc.constantFrom(
      'eq' as const,
      'eq' as const,
      'eq' as const,
      'neq' as const,
      'gt' as const,
      'gte' as const,
      'lt' as const,
      'lte' as const,
    );
    return fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('compare' as const),
          field: fc.constant(field),
          by,
          value: oneOf(slot),
        }),
      },
      fc.record({
        kind: fc.constantFrom('in' as const, 'notIn' as const),
        field: fc.constant(field),
        values: fc.array(oneOf(slot), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('isNull' as const), field: fc.constant(field), isNull: fc.boolean() }),
    );
  });
const filter: fc.Arbitrary<Condition | null> = fc.oneof(
  fc.constant(null),
  single,
  fc.record({ kind: fc.constant('all' as const), of: fc.array(single, { minLength: 2, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('any' as const), of: fc.array(single, { minLength: 2, maxLength: 3 }) }),
);
const order: fc.Arbitrary<Sort | null> = fc.option(
  fc.record({ field: fc.constantFrom(...FIELDS), descending: fc.boolean() }),
);

async function withCollection(): Promise<Datastore> {
  const datastore = freshDatastore();
  const add = { change: 'collection.add', name: 'a', description: null, columns: [], at: 1 } as const;
  await datastore.journal.commit([add]);
  return datastore;
}

/** What the writes are for a datastore, whose last record has this number. */
class Written {
  readonly numbers: number[] = [];
  #next = 1;

  puts(values: readonly (readonly StoredValue[])[], recordNo: number | null): readonly PutRecord[] {
    return values.map((one): PutRecord => {
      const no = recordNo ?? this.#next++;
      if (recordNo === null) this.numbers.push(no);
      const stored = Object.fromEntries(one.map((value, at) => [at + 1, value]));
      return {
        recordNo: no,
        recordId: recordId(`r${no}`),
        isNew: recordNo === null,
        key: null,
        values: stored,
        subjects: [],
        bytes: 1,
      };
    });
  }
}

async function apply(all: readonly Datastore[], written: Written, one: Write): Promise<void> {
  if (one.kind === 'place') {
    // Of the first alone: the other has no order.
    await all[0]!.journal.commit([{ change: 'column.place', collectionNo, slot: one.slot, most: 7 }]);
    return;
  }
  const known = written.numbers;
  const at = one.kind === 'add' ? -1 : known.length === 0 ? null : one.of % known.length;
  if (at === null) return;
  if (one.kind === 'delete') {
    const [recordNo] = known.splice(at, 1);
    for (const { journal } of all)
      await journal.commit([
        { change: 'records.delete', collectionNo, recordNos: [recordNo!], bytes: 1, at: 3 },
      ]);
    return;
  }
  const records = one.kind === 'add' ? written.puts(one.rows, null) : written.puts([one.to], known[at]!);
  const more = { recordsMore: 0, bytesMore: 0, nextNo: 1, at: 2 };
  for (const { journal } of all)
    await journal.commit([{ change: 'records.put', collectionNo, slots: SLOTS, records, ...more }]);
}

async function complete({ journal, collections }: Datastore): Promise<void> {
  while ((await collections.orders(collectionNo)).some(({ isComplete }) => !isComplete))
    await journal.commit(
      ORDERED.map((slot) => ({ change: 'column.place', collectionNo, slot, most: 10 }) as const),
    );
}

async function listed({ collections }: Datastore, where: Condition | null, sort: Sort | null, limit: number) {
  const asked = { collectionNo, slots: SLOTS, where, sort, limit };
  const read = await pagesOf((after: SortPosition | null) => collections.page({ ...asked, after }));
  const pages = read.map((page) => page.map(({ recordNo }) => recordNo));
  return { pages, count: await collections.count(collectionNo, where) };
}

verifies('datastore.orders', 'any writes, then any lists: the answers of a scan, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { minLength: 1, maxLength: 12 }),
      fc.nat(12),
      fc.array(fc.tuple(filter, order, fc.integer({ min: 1, max: 9 })), { minLength: 4, maxLength: 12 }),
      async (writes, orderedAfter, lists) => {
        const all = [await withCollection(), await withCollection()] as const;
        const written = new Written();
        const begin = async () =>
          await all[0].journal.commit(
            ORDERED.map((slot) => ({ change: 'column.order', collectionNo, slot }) as const),
          );
        for (const [at, one] of writes.entries()) {
          if (at === orderedAfter) await begin();
          await apply(all, written, one);
        }
        await begin();
        await complete(all[0]);
        for (const [where, sort, limit] of lists)
          expect(await listed(all[0], where, sort, limit)).toEqual(await listed(all[1], where, sort, limit));
        for (const one of all) await one.close();
      },
    ),
    { numRuns: tries(40) },
  );
});

/** A collection whose columns are in order, in a file. */
async function inFile(records: number): Promise<{ readonly datastore: Datastore; readonly file: string }> {
  const file = newFile();
  const datastore = openDatastore(file);
  const columns = ['string', 'number', 'boolean'].map(
    (type, at) => ({ name: `c${at}`, type, isUnique: false, isEventTime: false, slot: at + 1 }) as never,
  );
  await datastore.journal.commit([
    { change: 'collection.add', name: 'a', description: null, columns, at: 1 },
    ...ORDERED.map((slot) => ({ change: 'column.order', collectionNo, slot }) as const),
  ]);
  const written = new Written();
  const values = Array.from({ length: records }, (_, no) => [`text ${no % 7}`, no, no % 2, null]);
  const puts = written.puts(values, null);
  const more = { recordsMore: records, bytesMore: records, nextNo: records + 1, at: 2 };
  await datastore.journal.commit([
    { change: 'records.put', collectionNo, slots: SLOTS, records: puts, ...more },
    ...ORDERED.map((slot) => ({ change: 'column.place', collectionNo, slot, most: records }) as const),
    ...ORDERED.map((slot) => ({ change: 'column.place', collectionNo, slot, most: records }) as const),
  ]);
  return { datastore, file };
}

const entriesIn = (file: string): unknown => {
  const raw = new Sqlite(file, { readonly: true });
  const count = raw.prepare('SELECT count(*) FROM record_order').pluck().get();
  raw.close();
  return count;
};

test('a deleted record is deleted from every order, also with its whole collection', async () => {
  const { datastore, file } = await inFile(20);
  expect(entriesIn(file)).toBe(60);
  const { journal } = datastore;
  await journal.commit([{ change: 'records.delete', collectionNo, recordNos: [1, 5], bytes: 2, at: 3 }]);
  expect(entriesIn(file)).toBe(54);
  await journal.commit([
    { change: 'collection.drop', collectionNo, at: 4 },
    { change: 'records.sweep', collectionNo, most: 10 },
  ]);
  expect(entriesIn(file)).toBe(24);
  await journal.commit([
    { change: 'records.sweep', collectionNo, most: 10 },
    { change: 'collection.forget', collectionNo },
    { change: 'column.order', collectionNo, slot: 1 },
  ]);
  expect(entriesIn(file)).toBe(0);
  expect(await datastore.collections.orders(collectionNo)).toEqual([]);
  await datastore.close();
});

test('a datastore of before has its records as they were, and no order until a list asks', async () => {
  const file = newFile();
  const raw = new Sqlite(file);
  for (const { sql } of migrations.slice(0, -1)) raw.exec(sql);
  raw.pragma(`user_version = ${migrations.length - 1}`);
  raw.exec(`INSERT INTO collections (name, columns_json, emptying_json, record_count, bytes, next_no, created_at, updated_at)
      VALUES ('a', '[]', '[]', 1, 1, 2, 1, 1);
    INSERT INTO records (record_no, record_id, collection_no, bytes, created_at, updated_at, v1) VALUES (4294967297, 'r1', 1, 1, 1, 1, 'x')`);
  raw.close();
  const datastore = openDatastore(file);
  expect(await datastore.collections.orders(collectionNo)).toEqual([]);
  const page = { collectionNo, slots: [1], where: null, sort: null, limit: 9, after: null };
  expect((await datastore.collections.page(page)).items).toMatchObject([{ values: { 1: 'x' } }]);
  await datastore.close();
});
