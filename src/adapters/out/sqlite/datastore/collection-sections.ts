import { shownValue } from '../../../../core/knowledge/collections/values.ts';
import { COLUMN_TYPES, type Column } from '../../../../core/knowledge/collections/model.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../core/kernel/json.ts';
import {
  type Bundle,
  type ExportedTables,
  type SqlRow,
  type SqlValue,
  kept,
  leftOut,
  refersTo,
} from '../exported.ts';
import type { Connection } from '../open.ts';
import { among, flag, list, members, text, type Shape } from '../shape.ts';
import { SLOTS, slotColumn } from './slots.ts';
import type { CollectionTables } from './schema.ts';

const slot: Shape<number> = (value) => SLOTS.includes(value as number);
const columns = list(
  members<Column>({
    name: text,
    type: among(...COLUMN_TYPES),
    isUnique: flag,
    isEventTime: flag,
    slot,
  }),
);

const COLUMNS = SLOTS.map(slotColumn);

/** The columns of the collection of a record, with its values; none of columns that are none. */
const VALUES = `SELECT CASE type WHEN 'object' THEN value ->> 'type' END AS kind,
    CASE CASE type WHEN 'object' THEN value ->> 'slot' END ${SLOTS.map((one) => `WHEN ${one} THEN records.${slotColumn(one)}`).join(' ')} END AS held
  FROM json_each((SELECT CASE WHEN json_valid(columns_json) THEN columns_json ELSE '[]' END
    FROM collections WHERE collections.collection_no = records.collection_no))`;

/** Each value is of the type of its column. */
const FITS_COLUMNS = `NOT EXISTS (SELECT 1 FROM (${VALUES}) WHERE held IS NOT NULL AND NOT CASE kind
  WHEN 'json' THEN typeof(held) = 'text' AND json_valid(held)
  WHEN 'date' THEN typeof(held) IN ('integer', 'real') AND abs(held) <= 8.64e15
  WHEN 'number' THEN typeof(held) IN ('integer', 'real')
  WHEN 'string' THEN typeof(held) = 'text'
  ELSE TRUE END)`;

/** Collections in the export: those that are not being deleted, with the values of each record by the names of its columns. */
export const collectionSections: ExportedTables<CollectionTables> = {
  collections: {
    arriving: {
      columns: {
        ...kept(
          'collection_no',
          'name',
          'description',
          'record_count',
          'bytes',
          'next_no',
          'created_at',
          'updated_at',
          'dropped_at',
        ),
        columns_json: { holds: columns },
        emptying_json: { holds: list(slot) },
      },
    },
    section: 'collections',
    says: 'tables of the owner, with the types of their columns',
    where: 'dropped_at IS NULL',
    columns: {
      emptying_json: leftOut('columns that were removed, and are being emptied', () => '[]'),
      dropped_at: leftOut('those that are being deleted are not here', () => null),
    },
  },
  records: {
    arriving: {
      columns: {
        ...kept('record_no', 'record_id', 'record_key', 'bytes', 'created_at', 'updated_at', ...COLUMNS),
        collection_no: { checked: FITS_COLUMNS },
      },
    },
    section: 'records',
    says: 'the rows of these tables',
    where: `NOT EXISTS (SELECT 1 FROM collections AS c
      WHERE c.collection_no = t.collection_no AND c.dropped_at IS NOT NULL)`,
    columns: { collection_no: refersTo('collections', 'name', 'collection_no', 'collection') },
    get bundle() {
      return values;
    },
  },
  record_subjects: {
    arriving: { columns: kept('subject_no', 'record_no', 'slot', 'entity_id') },
    section: 'recordSubjects',
    says: 'the people and things that records name, by their place in the columns',
    where: `NOT EXISTS (SELECT 1 FROM records AS r JOIN collections AS c USING (collection_no)
      WHERE r.record_no = t.record_no AND c.dropped_at IS NOT NULL)`,
    columns: { record_no: refersTo('records', 'record_id', 'record_no', 'recordId') },
  },
};

const values: Bundle = {
  field: 'values',
  columns: COLUMNS,
  show: (connection) => {
    const columnsOf = columnsIn(connection);
    return (row) =>
      Object.fromEntries(
        columnsOf(row['collection_no'] ?? null).map(({ name, type, slot }): [string, Json] => {
          const value = row[slotColumn(slot)] ?? null;
          return [name, type === 'subject' ? null : shownValue(type, value as string | number | null)];
        }),
      );
  },
  store: (connection) => {
    const columnsOf = columnsIn(connection);
    return (shown, row) => storedIn(shown, columnsOf(row['collection_no'] ?? null));
  },
};

function storedIn(shown: JsonObject, columns: readonly Column[]): SqlRow {
  const stored: Record<string, SqlValue> = Object.fromEntries(COLUMNS.map((name) => [name, null]));
  for (const { name, type, slot } of columns) {
    const value = Object.hasOwn(shown, name) ? (shown[name] ?? null) : null;
    if (value !== null) stored[slotColumn(slot)] = storedValue(type, value);
  }
  return stored;
}

/** Exactly what was stored: the value was shown from that. @throws TypeError for another type */
function storedValue(type: Column['type'], value: Json): SqlValue {
  if (type === 'json') return JSON.stringify(value);
  if (type === 'boolean' && typeof value === 'boolean') return value ? 1 : 0;
  if (type === 'date' && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    return Date.parse(value);
  if (type === 'number' && typeof value === 'number') return value;
  if (type === 'string' && typeof value === 'string') return value;
  throw new TypeError(`a value is not of the type ${type}`);
}

/** The columns of a collection by its number, read once. */
function columnsIn(connection: Connection): (collectionNo: SqlValue) => readonly Column[] {
  const known = new Map<SqlValue, readonly Column[]>();
  const query = connection.prepare<[SqlValue], { columns_json: string }>(
    'SELECT columns_json FROM collections WHERE collection_no = ?',
  );
  return (no) => {
    const found = known.get(no);
    if (found) return found;
    const parsed: unknown = JSON.parse(query.get(no)?.columns_json ?? '[]');
    const columns = (Array.isArray(parsed) ? parsed : []).filter(isColumn);
    known.set(no, columns);
    return columns;
  };
}

const isColumn = (one: unknown): one is Column =>
  isJsonObject(one) && typeof one['name'] === 'string' && typeof one['slot'] === 'number';
