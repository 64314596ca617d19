import Database from 'better-sqlite3';
import type { Column, ColumnType, MadeOf, Reference, Table } from '../sql/tables.ts';
import { migrate, type Migration } from './migrate.ts';
import type { Connection } from './open.ts';

/** The tables after these migrations, without those of full-text search, which each database has in its own form. */
export function tablesAfter(migrations: readonly Migration[]): readonly Table[] {
  const connection = new Database(':memory:');
  try {
    migrate(connection, 'described.db', migrations);
    const all = connection.prepare(TABLES).all() as readonly Listed[];
    return all.map((table) => described(connection, table));
  } finally {
    connection.close();
  }
}

const TABLES = `SELECT list.name, wr AS isWithoutRowid, sql FROM pragma_table_list AS list
  JOIN sqlite_schema AS made ON made.type = 'table' AND made.name = list.name
  WHERE list.schema = 'main' AND list.type = 'table' AND list.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY list.name`;

interface Listed {
  readonly name: string;
  readonly isWithoutRowid: 0 | 1;
  readonly sql: string;
}

interface ColumnInfo {
  readonly name: string;
  readonly type: ColumnType;
  readonly notnull: 0 | 1;
  readonly dflt_value: string | null;
  /** Its place in the key, from 1. */
  readonly pk: number;
  readonly hidden: number;
}

interface ForeignKey {
  readonly id: number;
  readonly table: string;
  readonly from: string;
  readonly to: string | null;
  readonly on_delete: string;
}

function described(connection: Connection, { name, isWithoutRowid, sql }: Listed): Table {
  const all = <Row>(query: string, ...given: readonly string[]) =>
    connection.prepare(query).all(...given) as readonly Row[];
  const infos = all<ColumnInfo>('SELECT * FROM pragma_table_xinfo(?)', name);
  const keyOf = (columns: readonly ColumnInfo[]) =>
    columns
      .filter(({ pk }) => pk > 0)
      .toSorted((one, other) => one.pk - other.pk)
      .map((column) => column.name);
  const key = keyOf(infos);
  const isNumbered = key.length === 1 && infos.some(({ pk, type }) => pk === 1 && type === 'INTEGER');
  const indexes = all<{ readonly name: string; readonly origin: 'c' | 'u' | 'pk' }>(
    'SELECT name, origin FROM pragma_index_list(?) ORDER BY seq DESC',
    name,
  );
  const references = new Map<number, Reference>();
  for (const one of all<ForeignKey>('SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq', name)) {
    const to = one.to === null ? keyOf(all('SELECT * FROM pragma_table_xinfo(?)', one.table)) : [one.to];
    const known = references.get(one.id);
    references.set(one.id, {
      columns: [...(known?.columns ?? []), one.from],
      table: one.table,
      to: one.to === null ? to : [...(known?.to ?? []), ...to],
      onDelete: one.on_delete,
    });
  }
  return {
    name,
    key,
    numbers:
      !isNumbered || isWithoutRowid === 1
        ? null
        : /\bAUTOINCREMENT\b/u.test(sql)
          ? 'never again'
          : 'above all others',
    hasOrder: !isNumbered && isWithoutRowid === 0,
    columns: infos.map((info) => columnFrom(info, sql)),
    unique: indexes
      .filter(({ origin }) => origin === 'u')
      .map((index) =>
        all<{ readonly name: string }>(
          'SELECT name FROM pragma_index_info(?) ORDER BY seqno',
          index.name,
        ).map((column) => column.name),
      ),
    references: [...references.values()],
    checks: [...sql.matchAll(/CHECK \(([^()]*(?:\([^()]*\)[^()]*)*)\)/gu)].map(([, check]) => check ?? ''),
    indexes: indexes
      .filter(({ origin }) => origin === 'c')
      .map(({ name: index }) => {
        const [made] = all<{ readonly sql: string }>('SELECT sql FROM sqlite_schema WHERE name = ?', index);
        return made?.sql ?? '';
      }),
    rows: all(
      `SELECT ${infos
        .filter(({ hidden }) => hidden === 0)
        .map((info) => info.name)
        .join(', ')} FROM ${name}`,
    ),
  };
}

function columnFrom(
  { name, type, notnull, pk, dflt_value: otherwise, hidden }: ColumnInfo,
  sql: string,
): Column {
  return {
    name,
    type,
    isRequired: notnull === 1 || pk > 0,
    otherwise,
    madeOf: hidden === 0 ? null : madeOf(name, sql),
  };
}

/** Columns that follow from others are `hidden`: what they are made of stands only in the SQL of the table. */
function madeOf(name: string, sql: string): MadeOf {
  const [, made] =
    new RegExp(`\\b${name}\\s+INTEGER[^,]*GENERATED ALWAYS AS \\(([^()]*)\\)`, 'u').exec(sql) ?? [];
  if (made === undefined) throw new Error(`it is not known what ${name} is made of: ${sql}`);
  const [, column, member] = /^(\w+) ->> '\$\.(\w+)'$/u.exec(made) ?? [];
  return column === undefined || member === undefined ? { sql: made } : { column, member };
}
