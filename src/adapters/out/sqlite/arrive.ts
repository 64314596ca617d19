import type { Says } from '../../../core/kernel/says.ts';
import { UnusableItem } from '../../../core/keeping/export/import-port.ts';
import { sayFault } from '../../../core/keeping/export/says.ts';
import type { Json } from '../../../core/kernel/json.ts';
import type { Arrival, Arriving, Holding, Reshaped, TableExport } from './exported.ts';
import type { Connection } from './open.ts';

interface Arrived {
  /** The instant, in milliseconds since the epoch. */
  readonly at: number;
  /** This engine made the backup: its values are trusted, and only what may have gone on since is ended. */
  readonly isOwn: boolean;
  /** Called between statements. */
  readonly alive: () => void;
}

/**
 * Does to the rows of a database what its parts say of rows from elsewhere. The database has the schema of this version,
 * is open here alone, and no foreign key is enforced.
 * @returns sentences for the owner: what was cleared, and how to have it again
 * @throws UnusableItem
 */
export function arrive(
  connection: Connection,
  tables: Readonly<Record<string, TableExport>>,
  { at, isOwn, alive }: Arrived,
): readonly Says[] {
  const told = new Set<Says>();
  const run = (sql: string): number =>
    connection.prepare(sql).run(...(sql.includes(':at') ? [{ at }] : [])).changes;
  // A row says what it is about in rows of tables that come before it, which are still as they were.
  for (const [table, { arriving }] of Object.entries(tables).toReversed()) {
    if (arriving === 'derived') continue;
    alive();
    if (!isOwn) {
      refuseUnusable(connection, table, arriving);
      const where =
        arriving.without === undefined ? null : arriving.without === 'all' ? '1' : arriving.without;
      if (where !== null && run(`DELETE FROM "${table}" WHERE ${where}`) > 0 && arriving.told !== undefined)
        told.add(arriving.told);
    }
    if (!('columns' in arriving)) {
      if (isOwn && arriving.own === 'none') run(`DELETE FROM "${table}"`);
      continue;
    }
    const changes = Object.entries(arriving.columns).flatMap(([column, arrival]) => {
      const becomes = becomesOf(connection, `${table}.${column}`, arrival, isOwn);
      return becomes === null ? [] : [{ column: `"${column}"`, ...becomes }];
    });
    for (const { column, sql, told: says } of changes)
      if (says !== undefined && isAny(connection, `"${table}" WHERE ${column} IS NOT (${sql})`, at))
        told.add(says);
    if (changes.length > 0)
      run(
        `UPDATE "${table}" SET ${changes.map(({ column, sql }) => `${column} = (${sql})`).join(', ')}
          WHERE ${changes.map(({ column, sql }) => `${column} IS NOT (${sql})`).join(' OR ')}`,
      );
  }
  return [...told];
}

function becomesOf(
  connection: Connection,
  place: string,
  arrival: Arrival,
  isOwn: boolean,
): { readonly sql: string; readonly told?: Says } | null {
  if (arrival === 'cleared') return isOwn ? null : { sql: 'NULL' };
  if (arrival === 'kept') return null;
  if ('reshaped' in arrival) return isOwn ? null : { sql: reshaping(connection, place, arrival) };
  if (!('becomes' in arrival)) return null;
  const { becomes, own, told } = arrival;
  const sql = isOwn ? own : becomes;
  return sql === undefined ? null : { sql, ...(told === undefined ? {} : { told }) };
}

const isAny = (connection: Connection, from: string, at: number): boolean => {
  const sql = `SELECT 1 FROM ${from} LIMIT 1`;
  return connection.prepare(sql).get(...(sql.includes(':at') ? [{ at }] : [])) !== undefined;
};

/** The longest text of a value: more than any part writes. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Beyond it a number of JavaScript is no longer exact. */
const MOST = Number.MAX_SAFE_INTEGER;
/** Numbers that rows are counted up from: with room above the highest one. */
const MOST_COUNTED = 2 ** 52;
/** The last instant that a date can show. */
const MOST_MS = 8.64e15;

interface Found {
  readonly name: string;
  readonly type: string;
}

/** @throws UnusableItem */
function refuseUnusable(connection: Connection, table: string, arriving: Exclude<Arriving, 'derived'>): void {
  if (!('columns' in arriving)) return;
  const { columns } = arriving;
  const found = connection.prepare('SELECT name, type FROM pragma_table_info(?)').all(table) as Found[];
  const wrong = found.flatMap((column) => {
    const arrival = columns[column.name];
    const checks = [...rangeOf(column)];
    if (typeof arrival === 'object' && 'checked' in arrival) checks.push(arrival.checked);
    if (typeof arrival === 'object' && 'holds' in arrival && arrival.holds !== undefined)
      checks.push(shapeCheck(connection, `${table}.${column.name}`, arrival.holds));
    return checks.length === 0 ? [] : [{ name: column.name, is: `NOT (${checks.join(' AND ')})` }];
  });
  if (wrong.length === 0) return;
  const name = connection
    .prepare(
      `SELECT CASE ${wrong.map((one) => `WHEN ${one.is} THEN '${one.name}'`).join(' ')} END
        FROM "${table}" WHERE ${wrong.map((one) => one.is).join(' OR ')} LIMIT 1`,
    )
    .pluck()
    .get() as string | undefined;
  if (name !== undefined) throw new UnusableItem(sayFault('unusable.value', { table, column: name }));
}

/** SQL for whether the JSON of a column has its shape; NULL passes. `place` is the table and the column. */
function shapeCheck(connection: Connection, place: string, holds: Holding['holds']): string {
  const name = `holds_${place.replace('.', '_')}`;
  const shapeFor = (kind: unknown) => {
    if (typeof holds === 'function') return holds;
    return Object.hasOwn(holds.shapes, String(kind)) ? holds.shapes[String(kind)]! : holds.others;
  };
  connection.function(name, { deterministic: true, directOnly: true }, (json: unknown, kind: unknown) => {
    if (json === null) return 1;
    try {
      return Number(shapeFor(kind)(JSON.parse(String(json))));
    } catch {
      return 0;
    }
  });
  return `${name}("${columnOf(place)}", ${kindOf(holds)})`;
}

/** SQL for what the JSON of a column becomes: read as its readers do, so that no second member of a name is overlooked. */
function reshaping(connection: Connection, place: string, { holds, reshaped }: Reshaped): string {
  const name = `reshaped_${place.replace('.', '_')}`;
  connection.function(name, { deterministic: true, directOnly: true }, (json: unknown, kind: unknown) => {
    if (json === null) return null;
    const value = JSON.parse(String(json)) as Json;
    const next = reshaped(value, kind);
    // What stays as it is keeps its very text.
    return next === value ? String(json) : JSON.stringify(next);
  });
  return `${name}("${columnOf(place)}", ${kindOf(holds)})`;
}

const columnOf = (place: string): string => place.slice(place.indexOf('.') + 1);
/** SQL for what the shape depends on. */
const kindOf = (holds: Holding['holds']): string =>
  typeof holds === 'function' ? 'NULL' : `"${holds.column}"`;

/** What every value of a column of this kind is; NULL passes. */
function rangeOf({ name, type }: Found): readonly string[] {
  const column = `"${name}"`;
  switch (type) {
    case 'INTEGER': {
      const most = /(?:^|_)at$/u.test(name)
        ? MOST_MS
        : /(?:^|_)(?:no|seq|id)$/u.test(name)
          ? MOST_COUNTED
          : MOST;
      return [`${column} BETWEEN ${-most} AND ${most}`];
    }
    case 'REAL':
      return [name.endsWith('_usd') ? `${column} BETWEEN 0 AND 1e12` : `abs(${column}) < 9e999`];
    case 'TEXT':
      return [
        `octet_length(${column}) <= ${MOST_BYTES}`,
        ...(name.endsWith('_json') ? [`json_valid(${column})`] : []),
      ];
    default:
      return [];
  }
}
