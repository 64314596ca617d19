import type { EntityId, RecordId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type {
  Aggregate,
  Collection,
  Column,
  Condition,
  Field,
  Slot,
  Sort,
  SortPosition,
  StoredRecord,
  StoredValue,
  StoredValues,
} from './model.ts';
import type { AtMost } from '../../kernel/committed-in-pieces.ts';

export interface RecordPageQuery {
  readonly collectionNo: number;
  /** Those that are read. */
  readonly slots: readonly Slot[];
  readonly where: Condition | null;
  readonly sort: Sort | null;
  readonly limit: number;
  readonly after: SortPosition | null;
}

export interface GroupQuery {
  readonly collectionNo: number;
  readonly where: Condition | null;
  readonly groupBy: readonly Field[];
  readonly aggregates: readonly Aggregate[];
  readonly sort: { readonly by: number; readonly descending: boolean } | null;
  readonly limit: number;
}

/** The values of the group, then of its aggregates, in the order of the query. */
export type GroupRow = readonly StoredValue[];

/**
 * Reads only: changes go through `Journal.commit`. Every method is repeatable. A filter is asked of the records in parts: of
 * what is changed meanwhile, a record may be found or not, but never twice.
 */
export interface CollectionStore {
  /** By name. */
  list(): Promise<readonly Collection[]>;
  byName(name: string): Promise<Collection | null>;
  /** The bytes of all collections. */
  totalBytes(): Promise<number>;
  /** Collections that were dropped and still have records, or had. */
  dropped(): Promise<readonly number[]>;
  /** Whether a collection, also a dropped one, has records. */
  hasRecords(collectionNo: number): Promise<boolean>;
  /** Whether more values of records than this name one of these entities. */
  namesMoreThan(entityIds: readonly EntityId[], most: number): Promise<boolean>;
  page(query: RecordPageQuery): Promise<Page<StoredRecord, SortPosition>>;
  count(collectionNo: number, where: Condition | null): Promise<number>;
  /** The columns that have an order of the records; while it is not complete, queries do without it. */
  orders(collectionNo: number): Promise<readonly { readonly slot: Slot; readonly isComplete: boolean }[]>;
  /** The oldest first, after a record number: for changes in slices. */
  matching(
    query: Pick<RecordPageQuery, 'collectionNo' | 'slots' | 'where' | 'limit'> & {
      readonly after: number;
    },
  ): Promise<readonly StoredRecord[]>;
  /** Records with these keys, by key. */
  byKeys(
    collectionNo: number,
    slots: readonly Slot[],
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, StoredRecord>>;
  /** `limit` and one more, if there are so many. */
  groups(query: GroupQuery): Promise<readonly GroupRow[]>;
}

export interface PutRecord {
  readonly recordNo: number;
  readonly recordId: RecordId;
  readonly isNew: boolean;
  readonly key: string | null;
  /** Of all `slots` of the change. */
  readonly values: StoredValues;
  /** Those that change; null takes one away. */
  readonly subjects: readonly { readonly slot: Slot; readonly entityId: EntityId | null }[];
  readonly bytes: number;
}

export type CollectionChange =
  /** Refused (`JournalConflict`) if there is one of this name. */
  | {
      readonly change: 'collection.add';
      readonly name: string;
      readonly description: string | null;
      readonly columns: readonly Column[];
      readonly at: number;
    }
  /** Refused (`JournalConflict`) if it is gone. */
  | {
      readonly change: 'collection.set';
      readonly collectionNo: number;
      readonly description: string | null;
      readonly columns: readonly Column[];
      readonly emptying: readonly Slot[];
      readonly at: number;
    }
  /** From now on there is none of this name; what is left of its records goes with `records.sweep`. Refused if it is gone. */
  | { readonly change: 'collection.drop'; readonly collectionNo: number; readonly at: number }
  /** Removes the newest records of a dropped collection. */
  | { readonly change: 'records.sweep'; readonly collectionNo: number; readonly most: number }
  /** After the last sweep. */
  | { readonly change: 'collection.forget'; readonly collectionNo: number }
  /** Refused (`JournalConflict`) if the collection or a record is gone, or another record has such a key. */
  | {
      readonly change: 'records.put';
      readonly collectionNo: number;
      /** Of the values. */
      readonly slots: readonly Slot[];
      readonly records: readonly PutRecord[];
      /** How the sums of the collection change. */
      readonly recordsMore: number;
      readonly bytesMore: number;
      readonly nextNo: number;
      readonly at: number;
    }
  | {
      readonly change: 'records.delete';
      readonly collectionNo: number;
      readonly recordNos: readonly number[];
      /** Of these records together. */
      readonly bytes: number;
      readonly at: number;
    }
  /** The columns that name one of these entities are empty from now on. Repeatable. */
  | ({ readonly change: 'subjects.forget'; readonly entityIds: readonly EntityId[] } & AtMost);

/** For large collections: what filters and sorted lists read instead of every record. All of it follows from the records. */
export type OrderChange =
  /** From now on the records have places in the order of a column; those that are there get theirs by `column.place`. Repeatable. */
  | { readonly change: 'column.order'; readonly collectionNo: number; readonly slot: Slot }
  /** The next records, at most so many, get their places. The first time that none is left, the order is complete. */
  | {
      readonly change: 'column.place';
      readonly collectionNo: number;
      readonly slot: Slot;
      readonly most: number;
    };
