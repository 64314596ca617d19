import { hash } from 'node:crypto';
import type { ColumnType, Table } from './tables.ts';

/** What a column holds, exactly: a whole number is a bigint, every other one a number. */
export type Value = null | bigint | number | string | Uint8Array;

/** The values of a row, in the order of `copiedColumns`. */
export type Row = readonly Value[];

/** Reads the tables of one moment. */
export interface RowSource {
  count(table: Table): Promise<number>;
  /** All rows of a table, in pieces that fit into memory. One table at a time. */
  rows(table: Table): AsyncIterable<readonly Row[]>;
  /** The highest number that a row of the table ever got by itself; 0: none. Only of tables that number their rows. */
  highest(table: Table): Promise<bigint>;
}

/** Writes tables that are empty, and in which nothing is checked yet that concerns other tables. */
export interface RowTarget {
  add(table: Table, rows: readonly Row[]): Promise<void>;
  /** New rows get higher numbers than this. */
  continueAfter(table: Table, highest: bigint): Promise<void>;
}

/** What is compared of a table. Two are equal if they have the same rows, in whatever order. */
export interface TableSum {
  readonly table: string;
  readonly rows: number;
  readonly digest: string;
}

export interface CopiedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** The columns with values of their own, after the number that says in which order rows came. */
export const copiedColumns = ({ columns, hasOrder }: Table): readonly CopiedColumn[] => [
  ...(hasOrder ? [{ name: 'rowid', type: 'INTEGER' } as const] : []),
  ...columns.filter(({ madeOf }) => madeOf === null),
];

/** Whether rows get numbers by themselves that go on where they are. */
const isNumbered = ({ numbers, hasOrder }: Table): boolean => numbers === 'never again' || hasOrder;

/** Copies tables. @returns what a reader of the copy must find */
export async function copyRows(
  tables: readonly Table[],
  source: RowSource,
  target: RowTarget,
  onRows: (count: number) => void,
): Promise<readonly TableSum[]> {
  const sums: TableSum[] = [];
  for (const table of tables) {
    const digest = new Digest();
    for await (const rows of source.rows(table)) {
      await target.add(table, rows);
      digest.add(rows);
      onRows(rows.length);
    }
    if (isNumbered(table)) await target.continueAfter(table, await source.highest(table));
    sums.push(await sumOf(table, digest, source));
  }
  return sums;
}

/** Reads tables for a comparison. */
export async function sumsOf(
  tables: readonly Table[],
  source: RowSource,
  onRows: (count: number) => void,
): Promise<readonly TableSum[]> {
  const sums: TableSum[] = [];
  for (const table of tables) {
    const digest = new Digest();
    for await (const rows of source.rows(table)) {
      digest.add(rows);
      onRows(rows.length);
    }
    sums.push(await sumOf(table, digest, source));
  }
  return sums;
}

/** The tables of which the copy has other rows. */
export const differing = (expected: readonly TableSum[], found: readonly TableSum[]): readonly string[] =>
  expected
    .filter((one) => {
      const other = found.find(({ table }) => table === one.table);
      return other?.rows !== one.rows || other.digest !== one.digest;
    })
    .map(({ table }) => table);

async function sumOf(table: Table, digest: Digest, source: RowSource): Promise<TableSum> {
  // Numbers that tell an order only need to go on above it.
  const last = table.numbers === 'never again' ? `/${await source.highest(table)}` : '';
  return { table: table.name, rows: digest.rows, digest: `${digest.text}${last}` };
}

const LANES = 8;

/** The sum of the hashes of rows: the same in every order. */
class Digest {
  readonly #lanes = new Uint32Array(LANES);
  rows = 0;

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const bytes = hash('sha256', row.map(told).join(''), 'buffer');
      for (let lane = 0; lane < LANES; lane += 1)
        this.#lanes[lane] = (this.#lanes[lane] ?? 0) + bytes.readUInt32LE(4 * lane);
    }
    this.rows += rows.length;
  }

  get text(): string {
    return Buffer.from(this.#lanes.buffer).toString('hex');
  }
}

/** No two values are told alike, nor two rows. There is one zero. */
function told(value: Value): string {
  if (value === null) return 'n;';
  if (typeof value === 'bigint') return `i${value};`;
  if (typeof value === 'number') return `r${value};`;
  if (typeof value === 'string') return `t${value.length}:${value}`;
  return `b${value.length}:${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
}

/** How much a piece has, at most, beyond its last row. */
export const PIECE = { rows: 1_000, chars: 2 ** 20 };

export const sizeOf = (row: Row): number =>
  row.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8),
    0,
  );
