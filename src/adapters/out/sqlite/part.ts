import type { Kysely } from 'kysely';
import type { AnyChange, Journal } from '../../../core/ports/journal.ts';
import type { ExportedTables, TableExport } from './exported.ts';
import { storedIds, type StoredIds } from './highest-id.ts';
import { SqliteJournal } from './journal.ts';
import type { Migration } from './migrate.ts';
import { openMigrated, type OpenOptions } from './open-migrated.ts';
import type { Connection, OpenDatabase } from './open.ts';
import type { MakeRead } from '../sql/prepared.ts';
import type { Steps, Together } from '../sql/step.ts';
import { readsBy } from './reads-by.ts';
import { classified } from './storage-errors.ts';
import { WITHOUT_DATABASE } from './without-database.ts';

/**
 * What a database has for one feature. `Tables` are its tables after the latest migration, `Change` is the union of its
 * changes. Each database adds the two members that need the types of all its tables, in an interface of its own: a type
 * alias would refer to itself.
 */
export interface PartOf<Tables, Change extends AnyChange> {
  /** Never set: they only carry the types. */
  readonly tables?: Tables;
  readonly change?: Change;
  /** Creates its tables. Its later migrations are separate lines in the list of parts. */
  readonly migration?: Migration;
  /** Each of its tables in the export, or why it is not there. */
  readonly exported: ExportedTables<Tables>;
  /** Columns with ids that this engine made; each leads an index of its table. */
  readonly ids?: readonly (readonly [table: keyof Tables & string, column: string])[];
}

type AnyPart = Pick<PartOf<unknown, AnyChange>, 'migration'> & {
  readonly exported: Readonly<Record<string, TableExport>>;
  readonly ids?: readonly (readonly [table: string, column: string])[];
  steps(db: never): object;
  reads(db: never, makeRead: MakeRead): object;
};
type Line = AnyPart | Migration;

type PartIn<Lines extends readonly unknown[]> = Exclude<Lines[number], Migration>;
/** The type that a member which is never set carries. */
type Carried<One, Name extends string> = One extends { readonly [name in Name]?: infer Type }
  ? Exclude<Type, undefined>
  : never;
type ReadsIn<One> = One extends { reads(...given: never[]): infer Reads } ? Reads : never;

/** What the parts of a list have together. */
export interface Listed<Lines extends readonly unknown[]> {
  readonly tables: Together<Carried<PartIn<Lines>, 'tables'>>;
  readonly change: Carried<PartIn<Lines>, 'change'>;
  readonly reads: Together<ReadsIn<PartIn<Lines>>>;
}

const isPart = (line: Line): line is AnyPart => 'steps' in line;

/** Combines the parts of a database. Migrations keep the order of the list. */
export function listed<const Lines extends readonly Line[]>(lines: Lines) {
  type Db = Kysely<Listed<Lines>['tables']>;
  const parts = lines.filter(isPart);
  const stepsOn = (db: Db) => joined(parts.map((part) => part.steps(db as never)));
  return {
    kinds: Object.keys(stepsOn(WITHOUT_DATABASE as unknown as Db)),
    migrations: lines.flatMap((line) => (isPart(line) ? (line.migration ?? []) : line)),
    ids: parts.flatMap((part) => part.ids ?? []),
    exported: Object.assign({}, ...parts.map((part) => part.exported)) as AnyPart['exported'],
    stepsOn: (db: Db) => stepsOn(db) as Steps<Listed<Lines>['change'] & AnyChange>,
    readsOn: (db: Db, makeRead: MakeRead) =>
      joined(parts.map((part) => part.reads(db as never, makeRead))) as Listed<Lines>['reads'],
  };
}

const joined = (all: readonly object[]): object => Object.assign({}, ...all) as object;

export interface Copies {
  /** All that was committed, to be opened as another database in memory (`DatabaseOptions.image`). */
  image(): Promise<Buffer>;
}

/** An open database of parts; its other members are the stores of the parts. */
export interface OpenParts<Change extends AnyChange> {
  readonly journal: Journal<Change>;
  readonly ids: StoredIds;
  readonly copies: Copies;
  /** After this, nothing is written, and `close` leaves the files unchanged. */
  leave(): void;
  close(): Promise<void>;
}

interface PartsOfDatabase<Schema, Change extends AnyChange, Reads> {
  readonly migrations: readonly Migration[];
  readonly ids: readonly (readonly [table: string, column: string])[];
  stepsOn(db: Kysely<Schema>): Steps<Change>;
  readsOn(db: Kysely<Schema>, makeRead: MakeRead): Reads;
}

/** Opens the database in `file` (`:memory:` for a fast one). @throws as `openMigrated` */
export const openParts = <Schema, Change extends AnyChange, Reads>(
  name: string,
  { migrations, ids, stepsOn, readsOn }: PartsOfDatabase<Schema, Change, Reads>,
  file: string,
  options: OpenOptions,
): OpenParts<Change> & Reads =>
  openMigrated(
    file,
    {
      name,
      migrations,
      serve: (database: OpenDatabase<Schema>) => ({
        ...readsOn(database.queries, readsBy(database.prepare)),
        journal: new SqliteJournal(database, stepsOn(database.queries)),
        ids: storedIds(database.prepare, ids),
        copies: { image: async () => imageOf(database.connection) },
        leave: database.leave,
        close: database.close,
      }),
    },
    options,
  );

/** A database in memory has no write-ahead log: its header says so (bytes 18 and 19, https://sqlite.org/fileformat.html). */
function imageOf(connection: Connection): Buffer {
  const image = connection.serialize();
  image.fill(1, 18, 20);
  return image;
}

/** @throws errors of the ports */
export async function read<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query;
  } catch (error) {
    throw classified(error);
  }
}
