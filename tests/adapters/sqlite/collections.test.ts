import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { afterEach, expect } from '@jest/globals';
import { openDatastore, type Datastore } from '../../../src/adapters/out/sqlite/datastore/open.ts';
import type { CollectionChange } from '../../../src/core/knowledge/collections/store.ts';
import { collectionLimits } from '../../../src/core/knowledge/collections/limits.ts';
import { entityId, mergeId, type EntityId, recordId } from '../../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { collectionsOver, entitiesOf } from '../../harness/collections.ts';
import { freshDatastore } from '../../harness/fresh-databases.ts';
import { collectionStoreContract } from '../../ports/collections.contract.ts';
import { verifies } from '../../spec/verifies.ts';
import { newFile } from './database-files.ts';

collectionStoreContract('sqlite', () => {
  const { journal, collections: store, close } = openDatastore(newFile());
  return { journal, store, close };
});

const open: Datastore[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
function opened(file?: string): Datastore {
  const datastore = file === undefined ? freshDatastore() : openDatastore(file);
  open.push(datastore);
  return datastore;
}

const PEOPLE = {
  name: 'visits',
  columns: [
    { name: 'who', type: 'subject' },
    { name: 'minutes', type: 'number' },
  ],
} as const;

verifies(
  'datastore.subjects',
  'a subject is an id or a name of one entity; a merge moves it, and taking the merge back returns it',
  async () => {
    const datastore = opened();
    const names = { e1: 'Ada', e2: 'Ada King', e3: 'Twin', e4: 'Twin' };
    const merged: EntityId[] = [];
    const { collections, records, inserts, edits } = collectionsOver(datastore, {
      subjects: { ...entitiesOf(names), members: async (one) => [one, ...merged.filter(() => one === 'e2')] },
    });
    await collections.create(EVERYONE, PEOPLE);
    const report = await inserts.insert('visits', [
      { who: 'Ada', minutes: 1 },
      { who: 'e2', minutes: 2 },
      { who: { entityId: 'e1', name: 'as shown' }, minutes: 3 },
      { who: 'Twin', minutes: 4 },
      { who: 'Unknown', minutes: 5 },
      { who: 7, minutes: 6 },
      { minutes: 7 },
    ]);
    expect(report).toMatchObject({ inserted: 4, failedCount: 3 });
    const who = (why: object) => ({ code: 'collections.value', facts: { column: 'who', why } });
    const named = (reference: string, ids: readonly string[]) =>
      who({ code: 'collections.names', facts: { reference: { quoted: reference }, ids } });
    expect(report.failed).toMatchObject([
      { index: 3, why: named('Twin', ['e3', 'e4']) },
      { index: 4, why: named('Unknown', []) },
      { index: 5, why: who({ code: 'collections.no_reference' }) },
    ]);
    const shown = async (filter: JsonObject = {}) =>
      (await records.page('visits', { filter, sort: 'minutes', limit: 10, after: null })).items.map(
        ({ who, minutes }) => [(who as { name?: string } | null)?.name ?? null, minutes],
      );
    const before = [
      ['Ada', 1],
      ['Ada King', 2],
      ['Ada', 3],
      [null, 7],
    ];
    expect(await shown()).toEqual(before);
    expect(await shown({ who: 'Ada' })).toEqual([
      ['Ada', 1],
      ['Ada', 3],
    ]);
    expect(await shown({ who: null })).toEqual([[null, 7]]);
    for (const [filter, code] of [
      [{ who: 'Twin' }, 'ambiguous_name'],
      [{ who: 'Unknown' }, 'entity_not_found'],
      [{ who: { gt: 'e1' } }, 'invalid_filter'],
      [{ who: { contains: 'A' } }, 'invalid_filter'],
    ] as const)
      await expect(shown(filter)).rejects.toMatchObject({ code });
    const grouped = await records.groups('visits', {
      filter: {},
      groupBy: ['who'],
      aggregates: [{ kind: 'sum', column: 'minutes' }],
      sort: null,
    });
    expect(grouped.groups).toEqual([
      { who: null, sum_minutes: 7 },
      { who: { entityId: 'e1', name: 'Ada' }, sum_minutes: 4 },
      { who: { entityId: 'e2', name: 'Ada King' }, sum_minutes: 2 },
    ]);

    const [from, to, id] = [entityId('e1'), entityId('e2'), mergeId('merge-1')];
    merged.push(from);
    await datastore.journal.commit([{ change: 'rows.follow', mergeId: id, from, to, atMost: 1 }]);
    expect(await datastore.movedRows.countOf(id)).toBe(1);
    // What has not followed yet is found, too.
    for (const filter of [{ who: 'e2' }, { who: { in: ['e2'] } }])
      expect(await shown(filter)).toHaveLength(3);
    expect(await shown({ who: { neq: 'e2' } })).toEqual([[null, 7]]);
    await datastore.journal.commit([{ change: 'rows.follow', mergeId: id, from, to }]);
    expect(await datastore.movedRows.countOf(id)).toBe(2);
    expect(await shown({ who: 'e2' })).toHaveLength(3);
    // A value that was changed since stays as it is.
    await edits.update('visits', { minutes: 3 }, { who: 'e3' });
    await datastore.journal.commit([{ change: 'rows.return', mergeId: id, from: to, to: from }]);
    expect(await shown()).toEqual([
      ['Ada', 1],
      ['Ada King', 2],
      ['Twin', 3],
      [null, 7],
    ]);
    expect(await edits.update('visits', { minutes: 3 }, { who: null })).toEqual({ updated: 1 });
    expect(await shown({ who: null })).toHaveLength(2);
    await collections.change(EVERYONE, 'visits', {
      remove: ['who'],
      add: [{ name: 'whom', type: 'subject' }],
    });
    expect(await shown()).toEqual([1, 2, 3, 7].map((minutes) => [null, minutes]));
    await datastore.journal.commit([{ change: 'rows.follow', mergeId: id, from, to }]);
    expect(await datastore.movedRows.countOf(id)).toBe(0);
  },
);

verifies(
  ['datastore.change', 'datastore.drop'],
  'what a stop left of a removed column and of a dropped collection is gone after the next start',
  async () => {
    const file = newFile();
    const first = openDatastore(file);
    let left = Number.POSITIVE_INFINITY;
    const journal = {
      commit: async (changes: readonly CollectionChange[]) => {
        if (left-- <= 0) throw new Error('the disk is gone');
        await first.journal.commit(changes);
      },
    };
    const { collections, inserts, log } = collectionsOver(first, { journal });
    const rows = Array.from({ length: 1_000 }, (_, n) => ({ a: `x${n}`, b: n }));
    for (const name of ['kept', 'gone']) {
      const columns = [{ name: 'a', type: 'string' } as const, { name: 'b', type: 'number' } as const];
      await collections.create(EVERYONE, { name, columns });
      for (let nth = 0; nth < 2; nth++) await inserts.insert(name, rows);
    }
    left = 2;
    await expect(collections.change(EVERYONE, 'kept', { remove: ['a'] })).rejects.toThrow('the disk is gone');
    left = 2;
    await collections.drop('gone', 2_000);
    expect(log.events('warn')).toHaveLength(1);
    await first.close();

    const second = opened(file);
    const after = collectionsOver(second);
    const [kept] = await after.collections.list();
    expect(kept).toMatchObject({ name: 'kept', emptying: [1], recordCount: 2_000 });
    await after.collections.finish();
    expect(after.log.lines).toEqual([]);
    expect((await after.collections.get('kept')).emptying).toEqual([]);
    expect(await second.collections.dropped()).toEqual([]);
    await after.collections.change(EVERYONE, 'kept', { add: [{ name: 'c', type: 'string' }] });
    const page = await after.records.page('kept', {
      filter: { c: { isNull: false } },
      sort: null,
      limit: 1,
      after: null,
    });
    expect(page.total).toBe(0);
    expect((await after.collections.get('kept')).bytes).toBe(2_000 * (100 + 1 + 8));
  },
);

verifies(
  'datastore.limits',
  'a collection holds 100,000 records and no more; they are listed, changed and deleted in slices',
  async () => {
    const datastore = opened();
    const { collections, records, inserts, edits } = collectionsOver(datastore);
    await collections.create(EVERYONE, {
      name: 'full',
      columns: [
        { name: 'n', type: 'number', isUnique: true },
        { name: 'half', type: 'number' },
      ],
    });
    for (let from = 0; from < 99_000; from += 1_000) await inserts.insert('full', rowsFrom(from, 1_000));
    await inserts.insert('full', rowsFrom(99_000, 999));
    const tooMany = inserts.insert('full', rowsFrom(99_999, 2));
    await expect(tooMany).rejects.toMatchObject({ code: 'too_many_records' });
    expect(await inserts.insert('full', rowsFrom(99_999, 1))).toMatchObject({ inserted: 1 });
    // Those that are there are changed, and a new one is refused.
    expect(await inserts.insert('full', rowsFrom(99_500, 500))).toMatchObject({ inserted: 0, updated: 500 });
    expect((await collections.get('full')).recordCount).toBe(collectionLimits.records);
    expect(await edits.update('full', { half: 1 }, { half: 2 })).toEqual({ updated: 50_000 });
    expect(await edits.remove('full', { half: 2 }, null)).toEqual({ deleted: 50_000 });
    const page = await records.page('full', { filter: { n: { gte: 0 } }, sort: '-n', limit: 1, after: null });
    expect([page.total, page.items[0]?.['n']]).toEqual([50_000, 99_998]);
    await collections.drop('full', 50_000);
    expect(await collections.list()).toEqual([]);
  },
);

const rowsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, nth) => ({ n: from + nth, half: (from + nth) % 2 }));

verifies('datastore.limits', 'all collections together hold 500 MB', async () => {
  const datastore = opened();
  const { collections, inserts } = collectionsOver(datastore);
  for (const name of ['big', 'small'])
    await collections.create(EVERYONE, { name, columns: [{ name: 'a', type: 'string' }] });
  const { collectionNo } = await collections.get('big');
  await datastore.journal.commit([
    {
      change: 'records.put',
      collectionNo,
      slots: [1],
      records: [
        { recordNo: 1, recordId: recordId('r'), isNew: true, key: null, values: {}, subjects: [], bytes: 1 },
      ],
      recordsMore: 1,
      bytesMore: collectionLimits.bytes - 150,
      nextNo: 2,
      at: 1,
    },
  ]);
  await expect(inserts.insert('small', [{ a: 'x'.repeat(60) }])).rejects.toMatchObject({
    code: 'collections_full',
  });
  expect(await inserts.insert('small', [{ a: 'x' }])).toMatchObject({ inserted: 1 });
});

verifies('datastore.secrets', 'secrets are masked in every text before it is written', async () => {
  const datastore = opened();
  const masked = (text: string) => text.replaceAll('s3cr3t', '***');
  const { collections, records, inserts } = collectionsOver(datastore, { masked });
  await collections.create(EVERYONE, {
    name: 'notes',
    description: 'with s3cr3t',
    columns: [
      { name: 'id', type: 'string', isUnique: true },
      { name: 'more', type: 'json' },
    ],
  });
  const report = await inserts.insert('notes', [
    { id: 'the s3cr3t', more: { a: ['s3cr3t'] } },
    { id: 'b', more: { s3cr3t: 1 } },
  ]);
  expect(report).toMatchObject({
    inserted: 1,
    failed: [
      {
        index: 1,
        why: {
          code: 'collections.value',
          facts: { column: 'more', why: { code: 'collections.secret_name' } },
        },
      },
    ],
  });
  const { items } = await records.page('notes', { filter: {}, sort: null, limit: 10, after: null });
  expect(items).toMatchObject([{ id: 'the ***', more: { a: ['***'] } }]);
  expect((await collections.get('notes')).description).toBe('with ***');
});
