import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  CollectionChange,
  CollectionStore,
  PutRecord,
} from '../../src/core/knowledge/collections/store.ts';
import type { Column, Condition, Field } from '../../src/core/knowledge/collections/model.ts';
import { entityId, recordId } from '../../src/core/kernel/ids.ts';
import type { Journal } from '../../src/core/ports/journal.ts';

export interface OpenedCollections {
  readonly journal: Journal<CollectionChange>;
  readonly store: CollectionStore;
  close(): Promise<void>;
}

const NASTY = 'nul \u0000 quote \' " 🎉 e\u0301 \u202e % _ \\ end';
const CONFLICT = { name: 'JournalConflict' };
const COLUMNS: readonly Column[] = [
  { name: 'text', type: 'string', isUnique: false, isEventTime: false, slot: 1 },
  { name: 'n', type: 'number', isUnique: false, isEventTime: false, slot: 2 },
  { name: 'who', type: 'subject', isUnique: false, isEventTime: false, slot: 50 },
];
const [TEXT, NUMBER, WHO] = COLUMNS.map(({ slot, type, name }): Field => ({ slot, type, name })) as [
  Field,
  Field,
  Field,
];

export function collectionStoreContract(
  name: string,
  open: () => OpenedCollections | Promise<OpenedCollections>,
): void {
  describe(`CollectionStore contract: ${name}`, () => {
    let opened: OpenedCollections;
    let store: CollectionStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.close());

    const commit = async (...changes: CollectionChange[]) => await opened.journal.commit(changes);

    const added = async (called: string): Promise<number> => {
      const add = {
        change: 'collection.add',
        name: called,
        description: NASTY,
        columns: COLUMNS,
        at: 5,
      } as const;
      await commit(add);
      return (await store.byName(called))!.collectionNo;
    };

    const record = (no: number, values: PutRecord['values'], more: Partial<PutRecord> = {}): PutRecord => ({
      recordNo: no,
      recordId: recordId(`r${no}`),
      isNew: true,
      key: null,
      values,
      subjects: [],
      bytes: 10,
      ...more,
    });

    const put = (collectionNo: number, ...records: PutRecord[]): CollectionChange => ({
      change: 'records.put',
      collectionNo,
      slots: [1, 2],
      records,
      recordsMore: records.filter(({ isNew }) => isNew).length,
      bytesMore: 10 * records.length,
      nextNo: Math.max(...records.map(({ recordNo }) => recordNo + 1)),
      at: 7,
    });

    const numbersOf = async (collectionNo: number, where: Condition | null) => {
      const page = { collectionNo, slots: [1, 2], where, sort: null, limit: 100, after: null };
      return (await store.page(page)).items.map(({ recordNo }) => recordNo);
    };

    it('is empty at first', async () => {
      expect(await store.list()).toEqual([]);
      expect(await store.byName('a')).toBeNull();
      expect(await store.totalBytes()).toBe(0);
      expect(await store.dropped()).toEqual([]);
    });

    it('keeps collections as they are, by name, and one of each name', async () => {
      await added('b');
      const collectionNo = await added('a');
      expect((await store.list()).map((one) => one.name)).toEqual(['a', 'b']);
      expect(await store.byName('a')).toEqual({
        collectionNo,
        name: 'a',
        description: NASTY,
        columns: COLUMNS,
        emptying: [],
        recordCount: 0,
        bytes: 0,
        nextNo: 1,
        createdAt: 5,
        updatedAt: 5,
      });
      await expect(added('a')).rejects.toMatchObject(CONFLICT);
      const set = {
        change: 'collection.set',
        collectionNo,
        description: null,
        columns: [],
        emptying: [3],
        at: 9,
      } as const;
      await commit(set);
      expect(await store.byName('a')).toMatchObject({
        description: null,
        columns: [],
        emptying: [3],
        updatedAt: 9,
      });
      await expect(commit({ ...set, collectionNo: 99 })).rejects.toMatchObject(CONFLICT);
    });

    it('keeps values of each type, and subjects apart from them', async () => {
      const [one, other] = [await added('a'), await added('b')];
      const who = [{ slot: 50, entityId: entityId('e1') }];
      await commit(
        put(one, record(1, { 1: NASTY, 2: 2 ** 40 + 0.5 }, { subjects: who }), record(2, { 1: null, 2: -1 })),
        put(other, record(1, { 1: 'other' }, { recordId: recordId('x') })),
      );
      const page = { collectionNo: one, slots: [1, 2], where: null, sort: null, limit: 10, after: null };
      expect((await store.page(page)).items).toEqual([
        {
          recordNo: 2,
          recordId: 'r2',
          key: null,
          values: { 1: null, 2: -1 },
          subjects: {},
          bytes: 10,
          createdAt: 7,
          updatedAt: 7,
        },
        expect.objectContaining({
          recordNo: 1,
          values: { 1: NASTY, 2: 2 ** 40 + 0.5 },
          subjects: { 50: 'e1' },
        }),
      ]);
      expect(await store.byName('a')).toMatchObject({ recordCount: 2, bytes: 20, nextNo: 3 });
      expect(await store.totalBytes()).toBe(30);
      await commit(
        put(one, record(1, { 1: 'new' }, { isNew: false, subjects: [{ slot: 50, entityId: null }] })),
      );
      expect((await store.page(page)).items[1]).toMatchObject({
        values: { 1: 'new', 2: null },
        subjects: {},
      });
    });

    it('finds by each condition, in a collection of its own', async () => {
      const [one, other] = [await added('a'), await added('b')];
      const who = (id: string) => ({ subjects: [{ slot: 50, entityId: entityId(id) }] });
      await commit(
        put(
          one,
          record(1, { 1: 'aB%', 2: 1 }, who('e1')),
          record(2, { 1: 'b', 2: 2 }, who('e2')),
          record(3, {}),
        ),
        put(other, record(1, { 1: 'aB%', 2: 1 }, { ...who('e1'), recordId: recordId('x') })),
      );
      const cases: readonly (readonly [Condition, readonly number[]])[] = [
        [{ kind: 'compare', field: TEXT, by: 'eq', value: 'b' }, [2]],
        [{ kind: 'compare', field: TEXT, by: 'neq', value: 'b' }, [3, 1]],
        [{ kind: 'compare', field: NUMBER, by: 'gt', value: 1 }, [2]],
        [{ kind: 'compare', field: NUMBER, by: 'gte', value: 1 }, [2, 1]],
        [{ kind: 'compare', field: NUMBER, by: 'lt', value: 2 }, [1]],
        [{ kind: 'compare', field: NUMBER, by: 'lte', value: 2 }, [2, 1]],
        [{ kind: 'in', field: NUMBER, values: [1, 3] }, [1]],
        [{ kind: 'notIn', field: NUMBER, values: [1, 3] }, [3, 2]],
        [{ kind: 'contains', field: TEXT, text: '%' }, [1]],
        [{ kind: 'contains', field: TEXT, text: 'Ab' }, [1]],
        [{ kind: 'contains', field: TEXT, text: 'a*' }, []],
        [{ kind: 'contains', field: TEXT, text: '[a]' }, []],
        [{ kind: 'contains', field: TEXT, text: '_' }, []],
        [{ kind: 'contains', field: TEXT, text: '\\' }, []],
        [{ kind: 'contains', field: TEXT, text: '' }, [2, 1]],
        [{ kind: 'isNull', field: TEXT, isNull: true }, [3]],
        [{ kind: 'isNull', field: TEXT, isNull: false }, [2, 1]],
        [{ kind: 'compare', field: WHO, by: 'eq', value: 'e1' }, [1]],
        [{ kind: 'compare', field: WHO, by: 'neq', value: 'e1' }, [3, 2]],
        [{ kind: 'in', field: WHO, values: ['e1', 'e2'] }, [2, 1]],
        [{ kind: 'notIn', field: WHO, values: ['e1'] }, [3, 2]],
        [{ kind: 'isNull', field: WHO, isNull: true }, [3]],
        [{ kind: 'isNull', field: WHO, isNull: false }, [2, 1]],
      ];
      for (const [where, found] of cases) {
        expect([where, await numbersOf(one, where)]).toEqual([where, found]);
        expect([where, await store.count(one, where)]).toEqual([where, found.length]);
      }
      const [first, second] = [cases[0]![0], cases[6]![0]];
      expect(await numbersOf(one, { kind: 'any', of: [first, second] })).toEqual([2, 1]);
      expect(await numbersOf(one, { kind: 'all', of: [first, second] })).toEqual([]);
      const groups = { collectionNo: one, where: null, groupBy: [WHO], sort: null, limit: 10 };
      const count = { kind: 'count', field: null, as: 'count' } as const;
      expect(await store.groups({ ...groups, aggregates: [count] })).toEqual([
        [null, 1],
        ['e1', 1],
        ['e2', 1],
      ]);
    });

    it('finds any text by itself, and sorts texts by their characters', async () => {
      const one = await added('a');
      const texts = ['a', 'a\u0000', 'a\u0000b', 'a\u0001', 'a\\u0000', 'a\ud83d', 'a\ue000', 'a🎉'];
      await commit(put(one, ...texts.map((text, nth) => record(nth + 1, { 1: text }))));
      for (const [nth, text] of texts.entries()) {
        expect(await numbersOf(one, { kind: 'compare', field: TEXT, by: 'eq', value: text })).toEqual([
          nth + 1,
        ]);
        expect(await numbersOf(one, { kind: 'in', field: TEXT, values: [text, 'other'] })).toEqual([nth + 1]);
        expect(await numbersOf(one, { kind: 'contains', field: TEXT, text })).toContain(nth + 1);
      }
      expect(await numbersOf(one, { kind: 'contains', field: TEXT, text: '\u0000' })).toEqual([3, 2]);
      const sort = { field: TEXT, descending: false };
      const page = { collectionNo: one, slots: [1], where: null, sort, limit: 10, after: null };
      expect((await store.page(page)).items.map(({ values }) => values[1])).toEqual([
        // What follows a NUL does not count; of equals the newest is first.
        'a\u0000b',
        'a\u0000',
        'a',
        'a\u0001',
        'a\\u0000',
        'a\ue000',
        'a\ufffd',
        'a🎉',
      ]);
    });

    it('keeps keys apart by collection, and refuses a second record with one', async () => {
      const [one, other] = [await added('a'), await added('b')];
      await commit(put(one, record(1, { 1: 'x' }, { key: 'k' })));
      await commit(put(other, record(1, { 1: 'y' }, { key: 'k', recordId: recordId('y') })));
      expect((await store.byKeys(one, [1], ['k', 'none'])).get('k')).toMatchObject({ values: { 1: 'x' } });
      await expect(commit(put(one, record(2, {}), record(3, {}, { key: 'k' })))).rejects.toMatchObject(
        CONFLICT,
      );
      expect(await store.byName('a')).toMatchObject({ recordCount: 1 });
      expect(await numbersOf(one, null)).toEqual([1]);
    });

    it('deletes records with their subjects, and refuses to delete what is gone', async () => {
      const one = await added('a');
      const subjects = [{ slot: 50, entityId: entityId('e1') }];
      await commit(put(one, record(1, {}, { subjects }), record(2, {})));
      const gone = { change: 'records.delete', collectionNo: one, recordNos: [1], bytes: 10, at: 8 } as const;
      await commit(gone);
      expect(await numbersOf(one, null)).toEqual([2]);
      expect(await store.byName('a')).toMatchObject({ recordCount: 1, bytes: 10, nextNo: 3 });
      await expect(commit(gone)).rejects.toMatchObject(CONFLICT);
      await expect(commit({ ...gone, recordNos: [2, 3] })).rejects.toMatchObject(CONFLICT);
      expect(await numbersOf(one, null)).toEqual([2]);
    });

    it('hides a dropped collection at once, and sweeps its records in parts', async () => {
      const one = await added('a');
      await commit(put(one, record(1, {}), record(2, {}), record(3, {})));
      await commit({ change: 'collection.drop', collectionNo: one, at: 9 });
      expect([await store.byName('a'), await store.totalBytes()]).toEqual([null, 0]);
      expect([await store.dropped(), await store.hasRecords(one)]).toEqual([[one], true]);
      await expect(commit(put(one, record(4, {})))).rejects.toMatchObject(CONFLICT);
      await commit({ change: 'records.sweep', collectionNo: one, most: 2 });
      expect(await numbersOf(one, null)).toEqual([1]);
      await commit({ change: 'records.sweep', collectionNo: one, most: 2 });
      await commit({ change: 'collection.forget', collectionNo: one });
      expect([await store.dropped(), await store.hasRecords(one)]).toEqual([[], false]);
      expect(await added('a')).toBeGreaterThan(one);
    });

    it('gives the oldest first after a number, for changes in slices', async () => {
      const one = await added('a');
      await commit(put(one, ...[1, 2, 3, 4].map((no) => record(no, { 2: no % 2 }))));
      const where: Condition = { kind: 'compare', field: NUMBER, by: 'eq', value: 1 };
      const asked = { collectionNo: one, slots: [2], where, limit: 1 };
      expect((await store.matching({ ...asked, after: 0 })).map(({ recordNo }) => recordNo)).toEqual([1]);
      expect((await store.matching({ ...asked, after: 1 })).map(({ recordNo }) => recordNo)).toEqual([3]);
      expect(await store.matching({ ...asked, after: 3 })).toEqual([]);
    });
  });
}
