import { sql, type SelectQueryBuilder, type UpdateObject } from 'kysely';
import type {
  CollectionChange,
  CollectionStore,
  GroupRow,
  PutRecord,
} from '../../../../core/knowledge/collections/store.ts';
import type {
  Collection,
  Slot,
  Sort,
  SortPosition,
  StoredRecord,
  StoredValue,
} from '../../../../core/knowledge/collections/model.ts';
import { entityId, recordId, type EntityId } from '../../../../core/kernel/ids.ts';
import { listLimits } from '../../../../core/kernel/limits.ts';
import { pageOf } from '../../sql/page-of.ts';
import { greater, held, numbersOf, textsOf } from '../../sql/words.ts';
import { limited } from '../limited.ts';
import { prepared } from '../../sql/prepared.ts';
import { stepsOf, type Step } from '../../sql/step.ts';
import { collections as migration } from './migrations/collections.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import { aggregateOf, isAfter, orderOf, towards, valueOf } from './record-queries.ts';
import { collectionSections } from './collection-sections.ts';
import { OrderedRecords } from './ordered-records.ts';
import { placing } from './record-order.ts';
import { isAmong, RecordScan } from './record-scans.ts';
import { rangeOf, slotColumn, type SlotColumn } from './slots.ts';
import type { CollectionTables, RecordTable } from './schema.ts';

export const collections: Part<
  CollectionTables,
  CollectionChange,
  { readonly collections: CollectionStore }
> = {
  migration,
  exported: collectionSections,
  ids: [['records', 'record_id']],
  steps: (db) => {
    const name = prepared<NewRow<'record_subjects'>>((row) =>
      db
        .insertInto('record_subjects')
        .values({ record_no: row.record_no, slot: row.slot, entity_id: row.entity_id })
        .onConflict((same) =>
          same.columns(['record_no', 'slot']).doUpdateSet({ entity_id: sql.ref('excluded.entity_id') }),
        ),
    );
    const nameNone = prepared<Pick<NewRow<'record_subjects'>, 'record_no' | 'slot'>>((row) =>
      db.deleteFrom('record_subjects').where('record_no', '=', row.record_no).where('slot', '=', row.slot),
    );
    /** Of a collection that is there. */
    const set = (collectionNo: number, values: UpdateObject<CollectionTables, 'collections'>): Step => ({
      ...db
        .updateTable('collections')
        .set(values)
        .where('collection_no', '=', collectionNo)
        .where('dropped_at', 'is', null)
        .compile(),
      atLeast: 1,
    });

    const { placed, unplaced, unplacedOf } = placing(db);
    const forget = prepared<{ readonly nos: string }>(({ nos }) =>
      db.deleteFrom('records').where('record_no', 'in', numbersOf(nos)),
    );
    const grow = prepared<Growth>((by) =>
      db
        .updateTable('collections')
        .set({
          record_count: sql`record_count + ${by.records}`,
          bytes: sql`bytes + ${by.bytes}`,
          next_no: greater(sql.ref('next_no'), by.nextNo),
          updated_at: by.at,
        })
        .where('collection_no', '=', by.collectionNo)
        .where('dropped_at', 'is', null),
    );

    /** The statements that write records with values in these places. */
    const writingTo = (names: readonly SlotColumn[]) => {
      const values = (row: WrittenRow) =>
        Object.fromEntries(names.map((name) => [name, held(row[name] ?? null)]));
      const insert = prepared<WrittenRow>((row) =>
        db.insertInto('records').values({
          record_no: row.record_no,
          record_id: row.record_id,
          collection_no: row.collection_no,
          record_key: row.record_key,
          bytes: row.bytes,
          created_at: row.created_at,
          updated_at: row.updated_at,
          ...values(row),
        }),
      );
      const update = prepared<WrittenRow>((row) =>
        db
          .updateTable('records')
          .set({
            record_key: row.record_key,
            bytes: row.bytes,
            updated_at: row.updated_at,
            ...values(row),
          })
          .where('record_no', '=', row.record_no),
      );
      return { insert, update };
    };
    const known = new Map<string, ReturnType<typeof writingTo>>();
    const knownFor = (names: readonly SlotColumn[]): ReturnType<typeof writingTo> => {
      const key = names.join();
      const found = known.get(key) ?? writingTo(names);
      if (known.size >= WRITES_KEPT) known.clear();
      known.set(key, found);
      return found;
    };

    const writing = (
      collectionNo: number,
      slots: readonly Slot[],
      at: number,
    ): ((record: PutRecord) => readonly Step[]) => {
      const names = slots.map(slotColumn);
      const places = slots.map((slot, nth) => [slot, names[nth] ?? slotColumn(slot)] as const);
      const { insert, update } = knownFor(names);
      const [base] = rangeOf(collectionNo);
      return ({ recordNo, recordId: id, isNew, key, values, subjects, bytes }) => {
        const number = base + recordNo;
        const row: Written = {
          record_no: number,
          record_id: id,
          collection_no: collectionNo,
          record_key: key,
          bytes,
          created_at: at,
          updated_at: at,
        };
        for (const [slot, name] of places) row[name] = values[slot] ?? null;
        return [
          isNew ? insert(row) : { ...update(row), atLeast: 1 },
          ...subjects.map(({ slot, entityId: of }) =>
            of === null
              ? nameNone({ record_no: number, slot })
              : name({ record_no: number, slot, entity_id: of }),
          ),
        ];
      };
    };

    return {
      'collection.add': ({ name, description, columns, at }) =>
        stepsOf([
          db.insertInto('collections').values({
            name,
            description,
            columns_json: JSON.stringify(columns),
            emptying_json: '[]',
            record_count: 0,
            bytes: 0,
            next_no: 1,
            created_at: at,
            updated_at: at,
          }),
        ]),
      'collection.set': ({ collectionNo, description, columns, emptying, at }) => [
        set(collectionNo, {
          description,
          columns_json: JSON.stringify(columns),
          emptying_json: JSON.stringify(emptying),
          updated_at: at,
        }),
      ],
      // No collection can have a name with a space.
      'collection.drop': ({ collectionNo, at }) => [
        set(collectionNo, {
          name: `dropped ${collectionNo}`,
          description: null,
          columns_json: '[]',
          record_count: 0,
          bytes: 0,
          dropped_at: at,
        }),
      ],
      'records.sweep': ({ collectionNo, most }) => {
        const [from, before] = rangeOf(collectionNo);
        const newest = db
          .selectFrom('records')
          .select('record_no')
          .where('record_no', '>=', from)
          .where('record_no', '<', before)
          .orderBy('record_no', 'desc')
          .limit(most);
        return [unplacedOf(newest), ...stepsOf([db.deleteFrom('records').where('record_no', 'in', newest)])];
      },
      'collection.forget': ({ collectionNo }) =>
        stepsOf([
          db
            .deleteFrom('collections')
            .where('collection_no', '=', collectionNo)
            .where('dropped_at', 'is not', null),
        ]),
      'records.put': ({ collectionNo, slots, records, recordsMore, bytesMore, nextNo, at }) => {
        const base = rangeOf(collectionNo)[0];
        return [
          ...records.flatMap(writing(collectionNo, slots, at)),
          ...placed(records.flatMap(({ isNew, recordNo }) => (isNew ? base + recordNo : []))),
          { ...grow({ collectionNo, records: recordsMore, bytes: bytesMore, nextNo, at }), atLeast: 1 },
        ];
      },
      'subjects.forget': ({ entityIds, atMost }) => {
        const naming = db
          .selectFrom('record_subjects')
          .select('subject_no')
          .where('entity_id', 'in', textsOf(JSON.stringify(entityIds)));
        return stepsOf([db.deleteFrom('record_subjects').where('subject_no', 'in', limited(naming, atMost))]);
      },
      'records.delete': ({ collectionNo, recordNos, bytes, at }) => {
        const numbers = recordNos.map((no) => rangeOf(collectionNo)[0] + no);
        return [
          ...unplaced(numbers),
          { ...forget({ nos: JSON.stringify(numbers) }), atLeast: recordNos.length },
          { ...grow({ collectionNo, records: -recordNos.length, bytes: -bytes, nextNo: 0, at }), atLeast: 1 },
        ];
      },
    };
  },
  reads: (db) => ({ collections: collectionStore(db) }),
};

/** Sets of places whose statements are kept. */
const WRITES_KEPT = 200;

interface Growth {
  readonly collectionNo: number;
  readonly records: number;
  readonly bytes: number;
  readonly nextNo: number;
  readonly at: number;
}

type WrittenRow = Readonly<Written>;
type Written = Pick<
  RecordTable,
  'record_no' | 'record_id' | 'collection_no' | 'record_key' | 'bytes' | 'created_at' | 'updated_at'
> & { [name: SlotColumn]: StoredValue };

const collectionStore = (db: Db): CollectionStore => {
  const shown = () => db.selectFrom('collections').where('dropped_at', 'is', null);

  const within = (collectionNo: number) => {
    const [from, before] = rangeOf(collectionNo);
    return db.selectFrom('records').where('record_no', '>=', from).where('record_no', '<', before);
  };

  const ordersOf = async (collectionNo: number) => {
    const query = db.selectFrom('ordered_columns').where('collection_no', '=', collectionNo);
    const rows = await read(query.select(['slot', 'placed_to']).execute());
    return rows.map(({ slot, placed_to }) => ({ slot, isComplete: placed_to === null }));
  };

  const inOrders = async (collectionNo: number): Promise<OrderedRecords | null> => {
    const complete = (await ordersOf(collectionNo)).flatMap(({ slot, isComplete }) =>
      isComplete ? slot : [],
    );
    return complete.length === 0 ? null : new OrderedRecords(db, collectionNo, new Set(complete));
  };

  const withSubjects = async (
    collectionNo: number,
    slots: readonly Slot[],
    rows: readonly RecordRow[],
  ): Promise<readonly StoredRecord[]> => {
    if (rows.length === 0) return [];
    const numbers = JSON.stringify(rows.map((row) => row.record_no));
    const found = await read(
      db
        .selectFrom('record_subjects')
        .select(['record_no', 'slot', 'entity_id'])
        .where('record_no', 'in', numbersOf(numbers))
        .execute(),
    );
    const subjects = new Map<number, Record<Slot, EntityId>>();
    for (const one of found) {
      const known = subjects.get(one.record_no) ?? {};
      known[one.slot] = entityId(one.entity_id);
      subjects.set(one.record_no, known);
    }
    return rows.map((row) => recordFrom(collectionNo, slots, row, subjects.get(row.record_no) ?? {}));
  };

  return {
    list: async () => (await read(shown().selectAll().orderBy('name').execute())).map(collectionFrom),

    byName: async (name) => {
      const row = await read(shown().selectAll().where('name', '=', name).executeTakeFirst());
      return row ? collectionFrom(row) : null;
    },

    totalBytes: async () => {
      const { bytes } = await read(
        shown()
          .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
          .executeTakeFirstOrThrow(),
      );
      return bytes ?? 0;
    },

    dropped: async () => {
      const query = db.selectFrom('collections').select('collection_no').where('dropped_at', 'is not', null);
      return (await read(query.execute())).map((row) => row.collection_no);
    },

    hasRecords: async (collectionNo) => {
      const query = within(collectionNo).select('record_no').limit(1);
      return (await read(query.executeTakeFirst())) !== undefined;
    },

    namesMoreThan: async (entityIds, most) => {
      const query = db
        .selectFrom('record_subjects')
        .select('subject_no')
        .where('entity_id', 'in', textsOf(JSON.stringify(entityIds)));
      return (await read(query.limit(1).offset(most).executeTakeFirst())) !== undefined;
    },

    page: async ({ collectionNo, slots, where, sort, limit, after }) => {
      const [base, end] = rangeOf(collectionNo);
      const place = after === null ? null : { ...after, recordNo: base + after.recordNo };
      const before = place?.recordNo ?? end;
      const ordered = await inOrders(collectionNo);
      const found =
        sort === null
          ? ((await ordered?.newest(where, before, limit + 1)) ??
            (await new RecordScan(db, [base, before], where).first(limit + 1, 'newest')))
          : ((await ordered?.sorted(where, sort, place, limit + 1)) ??
            (await new RecordScan(db, [base, end], where, place && isAfter(sort, place)).sorted(
              limit + 1,
              sort,
            )));
      let query = selected(db.selectFrom('records').where(isAmong(found)), slots);
      if (sort !== null)
        query = query.select(orderOf(sort).as('sorted')).orderBy(orderOf(sort), towards(sort.descending));
      const rows = await read(query.orderBy('record_no', 'desc').execute());
      const { items, next } = pageOf(
        rows as unknown as readonly RecordRow[],
        { limit, maxBytes: listLimits.pageBytes },
        (row) => positionOf(row, sort, base),
      );
      return { items: await withSubjects(collectionNo, slots, items), next };
    },

    count: async (collectionNo, where) =>
      (await (await inOrders(collectionNo))?.count(where)) ??
      (await new RecordScan(db, rangeOf(collectionNo), where).count()),

    orders: async (collectionNo) => await ordersOf(collectionNo),

    matching: async ({ collectionNo, slots, where, limit, after }) => {
      const [base, end] = rangeOf(collectionNo);
      const found = await new RecordScan(db, [base + after + 1, end], where).first(limit, 'oldest');
      const query = selected(db.selectFrom('records').where(isAmong(found)), slots).orderBy('record_no');
      const rows = await read(query.execute());
      return await withSubjects(collectionNo, slots, rows as unknown as readonly RecordRow[]);
    },

    byKeys: async (collectionNo, slots, keys) => {
      const asked = JSON.stringify(keys);
      const rows = await read(
        selected(db.selectFrom('records'), slots)
          .where('collection_no', '=', collectionNo)
          .where('record_key', 'in', textsOf(asked))
          .execute(),
      );
      const records = await withSubjects(collectionNo, slots, rows as unknown as readonly RecordRow[]);
      return new Map(records.flatMap((one) => (one.key === null ? [] : [[one.key, one] as const])));
    },

    groups: async ({ collectionNo, where, groupBy, aggregates, sort, limit }) => {
      const fields = [...groupBy.map(valueOf), ...aggregates.map(aggregateOf)];
      const fitting =
        where === null
          ? within(collectionNo)
          : db
              .selectFrom('records')
              .where(isAmong(await new RecordScan(db, rangeOf(collectionNo), where).all()));
      let query = fitting.select(fields.map((field, index) => field.as(`f${index}`)));
      if (groupBy.length > 0) query = query.groupBy(groupBy.map((_, index) => sql.ref(`f${index}`)));
      if (sort !== null) query = query.orderBy(sql.ref(`f${sort.by}`), towards(sort.descending));
      for (const index of groupBy.keys()) query = query.orderBy(sql.ref(`f${index}`), towards(false));
      const rows = (await read(query.limit(limit + 1).execute())) as readonly Record<string, StoredValue>[];
      return rows.map((row): GroupRow => fields.map((_, index) => row[`f${index}`] ?? null));
    },
  };
};

type RecordRow = Pick<
  Row<'records'>,
  'record_no' | 'record_id' | 'record_key' | 'bytes' | 'created_at' | 'updated_at'
> & { readonly [name: SlotColumn]: StoredValue; readonly sorted?: StoredValue };

const selected = <Selection>(
  query: SelectQueryBuilder<{ records: RecordTable }, 'records', Selection>,
  slots: readonly Slot[],
) =>
  query
    .select(['record_no', 'record_id', 'record_key', 'bytes', 'created_at', 'updated_at'])
    .select(slots.map(slotColumn));

function positionOf({ record_no, sorted = null }: RecordRow, sort: Sort | null, base: number): SortPosition {
  const by = sort === null ? null : `${sort.descending ? '-' : ''}${sort.field.name}`;
  return { by, value: sorted, recordNo: record_no - base };
}

const recordFrom = (
  collectionNo: number,
  slots: readonly Slot[],
  row: RecordRow,
  subjects: StoredRecord['subjects'],
): StoredRecord => ({
  recordNo: row.record_no - rangeOf(collectionNo)[0],
  recordId: recordId(row.record_id),
  key: row.record_key,
  values: Object.fromEntries(slots.map((slot) => [slot, row[slotColumn(slot)] ?? null])),
  subjects,
  bytes: row.bytes,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const collectionFrom = (row: Row<'collections'>): Collection => ({
  collectionNo: row.collection_no,
  name: row.name,
  description: row.description,
  columns: JSON.parse(row.columns_json) as Collection['columns'],
  emptying: JSON.parse(row.emptying_json) as Collection['emptying'],
  recordCount: row.record_count,
  bytes: row.bytes,
  nextNo: row.next_no,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
