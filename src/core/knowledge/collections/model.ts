// Room: records with typed columns; filters, sums, CSV. No name and no text of a model becomes SQL; a row
// that does not fit is told, and the others are stored.

import type { EntityId, RecordId } from '../../kernel/ids.ts';
import type { Json } from '../../kernel/json.ts';
import { collectionLimits } from './limits.ts';
import type { Says } from '../../kernel/says.ts';

export const COLUMN_TYPES = ['string', 'number', 'date', 'boolean', 'json', 'subject'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** Rows of a collection have a fixed number of places for values; a column has one of them: 1 to 50. */
export type Slot = number;

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** The values of all unique columns together name one record. */
  readonly isUnique: boolean;
  /** When what the record tells happened; at most one column. */
  readonly isEventTime: boolean;
  readonly slot: Slot;
}

/** Instants are milliseconds since the epoch. */
export interface Collection {
  /** Never used again. */
  readonly collectionNo: number;
  readonly name: string;
  readonly description: string | null;
  readonly columns: readonly Column[];
  /** Places of removed columns that still hold values. */
  readonly emptying: readonly Slot[];
  readonly recordCount: number;
  readonly bytes: number;
  /** Of the next record. */
  readonly nextNo: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A value as it is stored: a date as milliseconds since the epoch, a boolean as 0 or 1, JSON as text. */
export type StoredValue = string | number | null;
export type StoredValues = Readonly<Record<Slot, StoredValue>>;

export interface StoredRecord {
  /** Rises with each new record of the collection. */
  readonly recordNo: number;
  readonly recordId: RecordId;
  /** The values of the unique columns; null in a collection without any. */
  readonly key: string | null;
  readonly values: StoredValues;
  readonly subjects: Readonly<Record<Slot, EntityId>>;
  readonly bytes: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The name of a collection or a column. */
export const NAME = new RegExp(`^[a-z][a-z0-9_]{0,${collectionLimits.nameChars - 1}}$`, 'u');

/** Words of the engine and of its routes; and `contacts`, `deals` and `interactions` have tables of their own. */
export const RESERVED_COLLECTIONS: ReadonlySet<string> = new Set([
  'collections',
  'collection',
  'records',
  'record',
  'csv',
  'query',
  'contacts',
  'contact',
  'deals',
  'deal',
  'interactions',
  'interaction',
  'merges',
  'moved_rows',
  'row_moves',
  'entities',
  'entity',
  'relations',
  'datastore',
]);

export const isReservedCollection = (name: string): boolean =>
  RESERVED_COLLECTIONS.has(name) || name.startsWith('sqlite');

/** Words of filters and of records themselves. */
export const RESERVED_COLUMNS: ReadonlySet<string> = new Set(['or', 'and', 'not', 'rowid']);

/** What every record has besides its columns; no column can have such a name. */
export const OWN_FIELDS = ['recordId', 'createdAt', 'updatedAt'] as const;
export type OwnField = (typeof OWN_FIELDS)[number];

/** What a filter, an order or a group refers to. */
export type Field =
  | { readonly slot: Slot; readonly type: ColumnType; readonly name: string }
  | { readonly own: OwnField; readonly type: 'string' | 'date'; readonly name: string };

/** A checked filter. */
export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | {
      readonly kind: 'compare';
      readonly field: Field;
      readonly by: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte';
      readonly value: string | number;
    }
  | {
      readonly kind: 'in' | 'notIn';
      readonly field: Field;
      readonly values: readonly (string | number)[];
    }
  /** In capital letters or small ones. */
  | { readonly kind: 'contains'; readonly field: Field; readonly text: string }
  | { readonly kind: 'isNull'; readonly field: Field; readonly isNull: boolean };

/** Null: the newest first. */
export interface Sort {
  readonly field: Field;
  readonly descending: boolean;
}

/** The record after which a page goes on. */
export interface SortPosition {
  /** What it is sorted by; null in the order of records. */
  readonly by: string | null;
  /** Of a text, its first characters. */
  readonly value: StoredValue;
  readonly recordNo: number;
}

export const AGGREGATES = ['count', 'countDistinct', 'sum', 'avg', 'min', 'max'] as const;
export type AggregateKind = (typeof AGGREGATES)[number];

export interface Aggregate {
  readonly kind: AggregateKind;
  /** Null: records are counted. */
  readonly field: Field | null;
  /** The name of the result. */
  readonly as: string;
}

/** A value as answers show it: a date in ISO 8601, a subject with its name. */
export type ShownValue = Json | { readonly entityId: EntityId; readonly name: string | null };
export type ShownRecord = {
  readonly recordId: RecordId;
  /** In ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
} & { readonly [column: string]: ShownValue };

/** What became of the rows of an insert. All others of them were stored. */
export interface RowReport {
  readonly inserted: number;
  /** Records that had the same values in the unique columns. */
  readonly updated: number;
  readonly failedCount: number;
  /** The first ones. `index` counts the rows from 0. */
  readonly failed: readonly { readonly index: number; readonly why: Says }[];
  readonly warnings: readonly Says[];
}
