import { EVERYONE } from '../../../src/core/trust/people/model.ts';
// A large collection gets the order of a column once a list asks for it, and what a stop cut off is done later.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Datastore } from '../../../src/adapters/out/sqlite/datastore/open.ts';
import { ColumnOrders } from '../../../src/core/knowledge/collections/orders.ts';
import { collectionLimits as limits } from '../../../src/core/knowledge/collections/limits.ts';
import type { OrderChange } from '../../../src/core/knowledge/collections/store.ts';
import type { Journal } from '../../../src/core/ports/journal.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { collectionsOver } from '../../harness/collections.ts';
import { freshDatastore } from '../../harness/fresh-databases.ts';

let datastore: Datastore;
let over: ReturnType<typeof collectionsOver>;
const COLUMNS = ['a', 'b', 'c', 'd', 'e'];

beforeAll(async () => {
  datastore = freshDatastore();
  over = collectionsOver(datastore);
  for (const name of ['large', 'small'])
    await over.collections.create(EVERYONE, {
      name,
      columns: COLUMNS.map((column) => ({ name: column, type: 'number' })),
    });
  await over.inserts.insert('small', [{ a: 1 }]);
  for (let from = 0; from < limits.orderedRecords; from += limits.rows)
    await over.inserts.insert(
      'large',
      Array.from({ length: limits.rows }, (_, nth) => ({ a: from + nth, b: nth % 2, c: 1, d: 1, e: 1 })),
    );
});
afterAll(() => datastore.close());

const page = async (name: string, filter: object, sort: string | null) =>
  await over.records.page(name, { filter: filter as never, sort, limit: 2, after: null });
const ordered = async (name: string) => {
  const { collectionNo } = await over.collections.get(name);
  return (await datastore.collections.orders(collectionNo)).map(({ slot, isComplete }) => [slot, isComplete]);
};

test('a small collection gets none', async () => {
  await page('small', { b: 1 }, '-a');
  await over.orders.done();
  expect(await ordered('small')).toEqual([]);
});

test('what a stop cut off is done by the next query that asks', async () => {
  const collection = await over.collections.get('large');
  let pieces = 0;
  const journal: Journal<OrderChange> = {
    commit: async (changes, durability) => {
      await datastore.journal.commit(changes, durability);
      if (++pieces === 3) void stopped.stop();
    },
  };
  const log = new RecordingLog();
  const stopped = new ColumnOrders({ journal, store: datastore.collections, log });
  stopped.wanted(collection, [5]);
  await stopped.done();
  expect([pieces, await ordered('large')]).toEqual([3, [[5, false]]]);
  const before = await page('large', {}, '-e');
  await over.orders.done();
  expect(await ordered('large')).toEqual([[5, true]]);
  expect(await page('large', {}, '-e')).toEqual(before);
});

test('the first four columns that lists ask for have an order, and the answers stay the same', async () => {
  const lists = [
    [{ b: 1 }, '-a'],
    [{ a: { gte: 4_000 } }, 'c'],
    [{ a: { lt: 10 }, b: 0 }, null],
    [{}, 'd'],
  ] as const;
  const before = [];
  for (const [filter, sort] of lists) before.push(await page('large', filter, sort));
  await over.orders.done();
  expect(await ordered('large')).toEqual([1, 2, 3, 5].map((slot) => [slot, true]));
  const after = [];
  for (const [filter, sort] of lists) after.push(await page('large', filter, sort));
  expect(after).toEqual(before);
  expect(before.map(({ total }) => total)).toEqual([2_500, 1_000, 5, 5_000]);
});

test('a failure is told, and the lists go on without an order', async () => {
  const collection = await over.collections.get('large');
  const log = new RecordingLog();
  const failing: Journal<OrderChange> = { commit: () => Promise.reject(new Error('no room')) };
  const store = { orders: async () => [] };
  const orders = new ColumnOrders({ journal: failing, store, log });
  orders.wanted(collection, [4]);
  await orders.done();
  expect(log.events('warn')).toHaveLength(1);
});
