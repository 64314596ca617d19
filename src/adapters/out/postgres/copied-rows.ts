import type { CustomTypesConfig, PoolClient } from 'pg';
import {
  copiedColumns,
  PIECE,
  sizeOf,
  type RowSource,
  type RowTarget,
  type Value,
} from '../sql/copied-rows.ts';
import type { ColumnType, Table } from '../sql/tables.ts';
import { asRead, written } from './texts.ts';

/** Every value comes as the text in which PostgreSQL prints it: drivers round numbers. */
const PRINTED: CustomTypesConfig = { getTypeParser: () => (text: string) => text };

/** The names that tables have here, where another database has them under another one. */
export type Names = Readonly<Record<string, string>>;

/**
 * The rows of the schema that the connection looks into first. It must be in a transaction with one snapshot, and must not be
 * used for anything else while rows are read.
 */
export function postgresRows(client: PoolClient, names: Names = {}): RowSource {
  const seen = new Map<string, bigint>();
  return {
    count: async (table) => {
      const { rows } = await client.query<{ readonly n: number }>(
        `SELECT count(*) AS n FROM ${nameIn(names, table)}`,
      );
      return rows[0]?.n ?? 0;
    },
    async *rows(table) {
      const columns = copiedColumns(table);
      const from = columns.map(({ name }) => `"${name}"`).join(', ');
      await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${from} FROM ${nameIn(names, table)}`);
      // How large rows are is known after some of them.
      for (let count = FIRST_ROWS; ;) {
        const { rows: printed } = await client.query<(string | null)[]>({
          text: `FETCH ${count} FROM copied`,
          rowMode: 'array',
          types: PRINTED,
        });
        if (printed.length === 0) break;
        const piece = printed.map((row) =>
          row.map((text, at) => (text === null ? null : FROM[columns[at]!.type](text))),
        );
        yield piece;
        const chars = piece.reduce((sum, row) => sum + sizeOf(row), 0);
        count = Math.max(
          1,
          Math.min(PIECE.rows, 4 * count, Math.floor((PIECE.chars * piece.length) / chars)),
        );
      }
      await client.query('CLOSE copied');
    },
    highest: async (table) => {
      // Numbers go on beside every snapshot: what was told once stays true.
      const known = seen.get(table.name);
      if (known !== undefined) return known;
      const { rows } = await client.query<[string | null]>({
        text: `SELECT pg_sequence_last_value(CAST(${sequenceOf(names, table)} AS REGCLASS))`,
        rowMode: 'array',
        types: PRINTED,
      });
      const found = BigInt(rows[0]?.[0] ?? 0);
      seen.set(table.name, found);
      return found;
    },
  };
}

/** Of rows that may be large. */
const FIRST_ROWS = 50;

/** Writes rows into tables of the schema that the connection looks into first. */
export const postgresRowsInto = (client: PoolClient, names: Names = {}): RowTarget => ({
  add: async (table, rows) => {
    const columns = copiedColumns(table);
    const into = columns.map(({ name }) => `"${name}"`).join(', ');
    const given = columns.map(({ type }, at) => `CAST($${at + 1} AS ${SENT[type]}[])`).join(', ');
    const taken = columns
      .map(({ type }, at) => (type === 'ANY' ? `CAST(v${at} AS JSONB)` : `v${at}`))
      .join(', ');
    const values = columns.map((_, at) => `v${at}`).join(', ');
    await client.query({
      text: `INSERT INTO ${nameIn(names, table)} (${into}) OVERRIDING SYSTEM VALUE
        SELECT ${taken} FROM unnest(${given}) AS given (${values})`,
      values: columns.map(({ type }, at) =>
        rows.map((row) => {
          const value = row[at] ?? null;
          return value === null ? null : TO[type](value);
        }),
      ),
    });
  },
  continueAfter: async (table, highest) => {
    if (highest > 0n)
      await client.query(`SELECT setval(CAST(${sequenceOf(names, table)} AS REGCLASS), ${highest})`);
  },
});

const nameIn = (names: Names, { name }: Table): string => `"${names[name] ?? name}"`;

const sequenceOf = (names: Names, table: Table): string =>
  `pg_get_serial_sequence('${nameIn(names, table)}', '${table.hasOrder ? 'rowid' : table.key[0]}')`;

const SENT: Readonly<Record<ColumnType, string>> = {
  TEXT: 'TEXT',
  INTEGER: 'BIGINT',
  REAL: 'DOUBLE PRECISION',
  ANY: 'TEXT',
  BLOB: 'BYTEA',
};

/** In a list nothing turns texts into what PostgreSQL takes but this. */
const TO: Readonly<Record<ColumnType, (value: NonNullable<Value>) => unknown>> = {
  TEXT: (value) => written(value as string),
  INTEGER: String,
  REAL: String,
  ANY: inJson,
  BLOB: (value) => value,
};

const FROM: Readonly<Record<ColumnType, (text: string) => Value>> = {
  TEXT: asRead,
  INTEGER: BigInt,
  REAL: Number,
  ANY: fromJson,
  BLOB: (text) => Buffer.from(text.slice('\\x'.length), 'hex'),
};

/** JSON of PostgreSQL keeps a fraction of zero: it tells numbers of the one kind from those of the other. */
function inJson(value: NonNullable<Value>): string {
  if (typeof value === 'string') return JSON.stringify(written(value));
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new TypeError('JSON has no form for a value of a column that takes texts and numbers');
  const text = String(value);
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

const MOST = 2n ** 63n;

function fromJson(text: string): Value {
  if (text.startsWith('"')) return asRead(JSON.parse(text) as string);
  if (!/^-?\d+$/u.test(text)) return Number(text);
  const whole = BigInt(text);
  return whole < MOST && whole >= -MOST ? whole : Number(text);
}
