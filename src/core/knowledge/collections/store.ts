import type { EntityId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type {
  Aggregate,
  Collection,
  Condition,
  Field,
  Slot,
  Sort,
  SortPosition,
  StoredRecord,
  StoredValue,
} from './model.ts';

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
