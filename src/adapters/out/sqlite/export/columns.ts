import type { Json } from '../../../../core/kernel/json.ts';
import type { ColumnForm, ExportedTable, SqlValue } from '../exported.ts';
import type { Connection } from '../open.ts';

/** A column of a table, and how the export shows it. */
export interface ShownColumn {
  readonly name: string;
  /** Its field in an item; null if it has none of its own. */
  readonly field: string | null;
  readonly form: ColumnForm | { readonly form: 'json' } | { readonly form: 'value' };
  /** Whether it may be NULL. */
  readonly mayBeNull: boolean;
}

export interface ShownTable {
  readonly table: string;
  readonly declared: ExportedTable;
  readonly columns: readonly ShownColumn[];
  /** What its rows are ordered by: `rowid`, or the columns of the primary key. */
  readonly key: readonly string[];
  /** SQL about the row `t`: which rows are shown. Absent: all that count. */
  readonly own?: string;
}

interface Found {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
  readonly hidden: number;
  readonly notnull: number;
}

/**
 * @param isOwn for somebody to whom only some of its rows are shown
 * @throws errors of SQLite
 */
export function shownTable(
  connection: Connection,
  table: string,
  declared: ExportedTable,
  isOwn = false,
): ShownTable {
  const found = connection
    .prepare('SELECT name, type, pk, hidden, "notnull" FROM pragma_table_xinfo(?)')
    .all(table) as Found[];
  const { wr: isWithoutRowid } = connection.prepare('SELECT wr FROM pragma_table_list(?)').get(table) as {
    readonly wr: number;
  };
  const key = found.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  return {
    table,
    declared,
    // The others are generated from these.
    columns: found
      .filter(({ hidden }) => hidden === 0)
      .map((one) => ({ ...shownColumn(one.name, declared), mayBeNull: one.notnull === 0, found: one }))
      .filter((column) => !isOwn || column.form.form !== 'value' || !countsAll(column.found, key.length))
      .map(({ found: _found, ...column }) => column),
    key: isWithoutRowid === 1 ? key.map(({ name }) => name) : ['rowid'],
  };
}

/** Numbers that count the rows of everybody say how much others have; the place of a step in its workflow does not. */
const countsAll = ({ name, type, pk }: Found, keys: number): boolean =>
  pk === 0 ? name.endsWith('_no') && name !== 'step_no' : keys === 1 && type === 'INTEGER';

function shownColumn(name: string, { columns = {}, bundle }: ExportedTable): Omit<ShownColumn, 'mayBeNull'> {
  if (bundle?.columns.includes(name)) return { name, field: null, form: { form: 'value' } };
  const form = columns[name];
  if (form?.form === 'leftOut') return { name, field: null, form };
  if (form?.form === 'refers') return { name, field: form.as, form };
  if (form) return { name, field: camel(name), form };
  if (name.endsWith('_json')) return { name, field: camel(name.slice(0, -5)), form: { form: 'json' } };
  if (name === 'at' || name.endsWith('_at')) return { name, field: camel(name), form: { form: 'time' } };
  return { name, field: camel(name), form: { form: 'value' } };
}

const camel = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());

/** An instant that no date can show stays a number. */
const MOST_MS = 8.64e15;

/** The value of a column as its field shows it. */
export function shownValue({ form }: ShownColumn, value: SqlValue): Json {
  if (value === null) return null;
  if (value instanceof Uint8Array) throw new TypeError('bytes have no section');
  switch (form.form) {
    case 'flag':
      return value === form.none ? null : value === 1;
    case 'time':
      return typeof value === 'number' && Math.abs(value) <= MOST_MS ? new Date(value).toISOString() : value;
    case 'json':
      return parsed(String(value));
    case 'source':
      return sourceShown(String(value));
    case 'shown':
      return form.show(value);
    case 'refers':
    case 'value':
      return value;
    case 'leftOut':
      return null;
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function sourceShown(text: string): Json {
  const [origin = '', runId = '', threadId = '', tool = ''] = JSON.parse(text) as readonly string[];
  return { origin, runId: runId || null, threadId: threadId || null, tool: tool || null };
}
