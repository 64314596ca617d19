import type { DataName } from '../../core/instance/data-directory/inventory.ts';
import type { AlsoInPostgres } from '../../adapters/out/postgres/full-text.ts';
import type { Names } from '../../adapters/out/postgres/copied-rows.ts';
import type { Migration } from '../../adapters/out/sqlite/migrate.ts';
import {
  copyRows,
  differing,
  sumsOf,
  type RowSource,
  type RowTarget,
  type TableSum,
} from '../../adapters/out/sql/copied-rows.ts';
import type { Table } from '../../adapters/out/sql/tables.ts';

/** A database as it is copied between SQLite, which has it in a file, and PostgreSQL, which has all of them in a schema. */
export interface CopiedDatabase {
  readonly name: DataName;
  readonly migrations: readonly Migration[];
  /** As SQLite has them, without those that an engine makes anew from others. */
  readonly tables: readonly Table[];
  /** A statement that both take, after the rows: it has an engine make them anew. */
  readonly afterwards?: string;
  /** The names that PostgreSQL has for those of another name there. */
  readonly namesInPostgres?: Names;
  /** Of SQLite: see `fullTextOf`. */
  readonly alsoInPostgres?: AlsoInPostgres;
}

export interface CopyProgress {
  readonly step: 'copying' | 'comparing';
  readonly database: DataName;
  /** Of the whole step. */
  readonly doneRows: number;
  readonly totalRows: number;
}

export type OnCopyProgress = (progress: CopyProgress) => void;

/** What was copied, by database. */
export type CopySums = readonly { readonly name: DataName; readonly sums: readonly TableSum[] }[];

/** The copy is not what was copied: nothing is put in its place. */
export class CopyDiffers extends Error {
  readonly tables: readonly string[];

  constructor(tables: readonly string[]) {
    super(`the copy differs in ${tables.join(', ')}`);
    this.name = 'CopyDiffers';
    this.tables = tables;
  }
}

/** There is data in the place of the copy, and it is not this data. */
export class StorageNotEmpty extends Error {
  constructor() {
    super('there is other data in the place of the copy');
    this.name = 'StorageNotEmpty';
  }
}

/** Counts rows up to a total. */
const counting = (
  step: CopyProgress['step'],
  totalRows: number,
  onProgress: OnCopyProgress,
): ((database: DataName) => (rows: number) => void) => {
  let doneRows = 0;
  return (database) => (rows) => {
    doneRows += rows;
    onProgress({ step, database, doneRows, totalRows });
  };
};

type Sides<Side> = (database: CopiedDatabase) => Side;

/** Copies every table of every database. */
export async function copyAll(
  databases: readonly CopiedDatabase[],
  sources: Sides<RowSource>,
  targets: Sides<RowTarget>,
  onProgress: OnCopyProgress,
): Promise<CopySums> {
  const count = counting('copying', await rowsOf(databases, sources), onProgress);
  const copied: { name: DataName; sums: readonly TableSum[] }[] = [];
  for (const database of databases) {
    const { name, tables } = database;
    const sums = await copyRows(tables, sources(database), targets(database), count(name));
    copied.push({ name, sums });
  }
  return copied;
}

/** @throws CopyDiffers */
export async function confirmCopy(
  databases: readonly CopiedDatabase[],
  copied: CopySums,
  copies: Sides<RowSource>,
  onProgress: OnCopyProgress,
): Promise<void> {
  const differ = differencesIn(copied, await sumsIn(databases, copies, onProgress));
  if (differ.length > 0) throw new CopyDiffers(differ);
}

export async function sumsIn(
  databases: readonly CopiedDatabase[],
  sources: Sides<RowSource>,
  onProgress: OnCopyProgress,
): Promise<CopySums> {
  const count = counting('comparing', await rowsOf(databases, sources), onProgress);
  const found: { name: DataName; sums: readonly TableSum[] }[] = [];
  for (const database of databases) {
    const { name, tables } = database;
    found.push({ name, sums: await sumsOf(tables, sources(database), count(name)) });
  }
  return found;
}

/** The tables that differ. */
export const differencesIn = (expected: CopySums, found: CopySums): readonly string[] =>
  expected.flatMap(({ name, sums }) =>
    differing(sums, found.find((one) => one.name === name)?.sums ?? []).map((one) => `${name}/${one}`),
  );

async function rowsOf(databases: readonly CopiedDatabase[], sources: Sides<RowSource>): Promise<number> {
  let sum = 0;
  for (const database of databases)
    for (const table of database.tables) sum += await sources(database).count(table);
  return sum;
}
