import { setImmediate as turn } from 'node:timers/promises';
import type { Json, JsonObject } from '../../../../core/kernel/json.ts';
import type { SectionReader } from '../../../../core/keeping/export/port.ts';
import type { SqlRow, SqlValue } from '../exported.ts';
import type { Connection } from '../open.ts';
import { shownValue, type ShownColumn, type ShownTable } from './columns.ts';

/** How long a piece of the reading may take, and how many rows and how much text it may have. */
const PIECE = { ms: 3, rows: 64, chars: 32_768 };
const COUNTED_AT_ONCE_MS = 8;
/** Of rows that may be others', how many are looked at in one piece. */
const LOOKED_AT = 1_000;

/** The rows of a table as items of its section, by its key. The connection holds a read transaction. */
export function tableReader(connection: Connection, table: ShownTable): SectionReader {
  const { declared } = table;
  return {
    name: declared.section,
    count: async () => {
      const keys = walk(connection, table, []);
      let count = 0;
      for (let after: readonly SqlValue[] | null = null; ;) {
        let until = Infinity;
        const { found, end } = keys(after);
        let last: readonly SqlValue[] | null = end;
        for (const row of found) {
          // From the first row on: each piece comes forward, however long the search for it took.
          if (until === Infinity) until = performance.now() + COUNTED_AT_ONCE_MS;
          count += 1;
          last = keyOf(table, row);
          if (performance.now() >= until) break;
          last = end;
        }
        if (last === null) return count;
        after = last;
        await turn();
      }
    },
    pages: () => pagesOf(connection, table),
  };
}

async function* pagesOf(connection: Connection, table: ShownTable): AsyncGenerator<readonly JsonObject[]> {
  const rows = walk(connection, table, table.columns);
  const shown = itemOf(connection, table);
  for (let after: readonly SqlValue[] | null = null; ;) {
    let until = Infinity;
    const items: JsonObject[] = [];
    let chars = 0;
    const { found, end } = rows(after);
    let last: readonly SqlValue[] | null = end;
    for (const row of found) {
      if (items.length === 0) until = performance.now() + PIECE.ms;
      items.push(shown(row));
      chars += sizeOf(row);
      last = keyOf(table, row);
      if (items.length >= PIECE.rows || chars >= PIECE.chars || performance.now() >= until) break;
      last = end;
    }
    if (items.length > 0) yield items;
    if (last === null) return;
    after = last;
    await turn();
  }
}

const sizeOf = (row: SqlRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

const keyOf = ({ key }: ShownTable, row: SqlRow): readonly SqlValue[] =>
  key.map((_, index) => row[`#${index}`] ?? null);

/** Rows of a table, up to one with this key that may be none of them; null: to the last. */
interface Stretch {
  readonly found: Iterable<SqlRow>;
  readonly end: readonly SqlValue[] | null;
}

/** The rows after one of them, with these columns and their key. */
function walk(
  connection: Connection,
  table: ShownTable,
  columns: readonly ShownColumn[],
): (after: readonly SqlValue[] | null) => Stretch {
  const { key, declared, own } = table;
  const picked = [...key.map((name, index) => `t.${name} AS "#${index}"`), ...columns.map(read)].join(', ');
  const order = key.map((name) => `t.${name}`).join(', ');
  const asMany = `(${key.map(() => '?').join(', ')})`;
  const prepare = (text: string) => connection.prepare<unknown[], SqlRow>(`${text} ORDER BY ${order}`);
  const from = `SELECT ${picked} FROM "${table.table}" AS t WHERE (${declared.where ?? '1'})`;
  const later = `(${order}) > ${asMany}`;
  if (own === undefined) {
    const [first, next] = [prepare(from), prepare(`${from} AND ${later}`)];
    return (after) => ({ found: after === null ? first.iterate() : next.iterate(...after), end: null });
  }
  // However many there are of others between two of them.
  const ends = (text: string) => {
    const keys = key.map((name, index) => `t.${name} AS "#${index}"`).join(', ');
    const every = `SELECT ${keys} FROM "${table.table}" AS t ${text} ORDER BY ${order} LIMIT 1 OFFSET ${LOOKED_AT - 1}`;
    return connection.prepare<unknown[], SqlRow>(every);
  };
  const [firstEnd, nextEnd] = [ends(''), ends(`WHERE ${later}`)];
  const between = (...bounds: readonly string[]) =>
    prepare([`${from} AND (${own})`, ...bounds].join(' AND '));
  const until = `(${order}) <= ${asMany}`;
  const all = { whole: between(), first: between(until), next: between(later, until), last: between(later) };
  return (after) => {
    const row = after === null ? firstEnd.get() : nextEnd.get(...after);
    const end = row === undefined ? null : keyOf(table, row);
    if (after === null) return { found: end === null ? all.whole.iterate() : all.first.iterate(...end), end };
    return { found: end === null ? all.last.iterate(...after) : all.next.iterate(...after, ...end), end };
  };
}

function read({ name, form }: ShownColumn): string {
  if (form.form === 'refers')
    return `(SELECT r."${form.id}" FROM "${form.table}" AS r WHERE r."${form.no}" = t."${name}") AS "${name}", t."${name}" AS "=${name}"`;
  if (form.form === 'source')
    return `(SELECT json_array(s.origin, s.run_id, s.thread_id, s.tool) FROM sources AS s WHERE s.source = t."${name}") AS "${name}"`;
  return `t."${name}"`;
}

function itemOf(
  connection: Connection,
  { columns, declared: { bundle } }: ShownTable,
): (row: SqlRow) => JsonObject {
  const bundled = bundle?.show(connection);
  return (row) => {
    const item: Record<string, Json> = {};
    for (const column of columns)
      if (column.field !== null) item[column.field] = shownValue(column, row[column.name] ?? null);
    if (bundle && bundled) item[bundle.field] = bundled(plain(row));
    return item;
  };
}

/** With the numbers of rows in the place of their ids. */
const plain = (row: SqlRow): SqlRow =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !name.startsWith('#'))
      .map(([name, value]) => [name.replace(/^=/u, ''), value]),
  );
