import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Insertable,
  type Selectable,
} from 'kysely';
import type { AnyChange } from '../../../../core/ports/journal.ts';
import type { Migration } from '../migrate.ts';
import type { OpenDatabase } from '../open.ts';
import { readsBy, type MakeRead } from '../prepared.ts';
import type { Steps, Together } from '../step.ts';
import { classified } from '../storage-errors.ts';
import type { HistorySchema } from './parts.ts';

export type Db = Kysely<HistorySchema>;
export type Row<Table extends keyof HistorySchema> = Selectable<HistorySchema[Table]>;
export type NewRow<Table extends keyof HistorySchema> = Insertable<HistorySchema[Table]>;

/**
 * Everything that history.db has for one feature. `Tables` are its tables after the latest migration, `Change` is the
 * union of its changes, `Reads` are its stores by name.
 */
export interface Part<Tables, Change extends AnyChange, Reads> {
  /** Never set: they only carry the types. */
  readonly tables?: Tables;
  readonly change?: Change;
  /** Creates its tables. Its later migrations are separate lines in the list of parts. */
  readonly migration?: Migration;
  /** Columns with ids that this engine made; each leads an index of its table. */
  readonly ids?: readonly (readonly [table: keyof Tables & string, column: string])[];
  steps(db: Db): Steps<Change>;
  reads(db: Db, makeRead: MakeRead): Reads;
}

type AnyPart = Pick<Part<unknown, AnyChange, unknown>, 'migration'> & {
  readonly ids?: readonly (readonly [table: string, column: string])[];
  steps(db: Db): object;
  reads(db: Db, makeRead: MakeRead): object;
};
type Line = AnyPart | Migration;

type PartOf<Lines extends readonly Line[]> = Exclude<Lines[number], Migration>;
/** The type that a member which is never set carries. */
type Carried<One, Name extends string> = One extends { readonly [name in Name]?: infer Type }
  ? Exclude<Type, undefined>
  : never;

/** What the parts of a list have together. */
export interface Listed<Lines extends readonly Line[]> {
  readonly tables: Together<Carried<PartOf<Lines>, 'tables'>>;
  readonly change: Carried<PartOf<Lines>, 'change'>;
  readonly reads: Together<ReturnType<PartOf<Lines>['reads']>>;
}

const isPart = (line: Line): line is AnyPart => 'steps' in line;

/** Combines the parts of a list. Migrations keep the order of the list. */
export function listed<const Lines extends readonly Line[]>(lines: Lines) {
  const parts = lines.filter(isPart);
  const stepsOn = (db: Db) => joined(parts.map((part) => part.steps(db)));
  return {
    kinds: Object.keys(stepsOn(WITHOUT_DATABASE)),
    migrations: lines.flatMap((line) => (isPart(line) ? (line.migration ?? []) : line)),
    ids: parts.flatMap((part) => part.ids ?? []),
    stepsOn: (db: Db) => stepsOn(db) as Steps<Listed<Lines>['change'] & AnyChange>,
    readsOn: ({ queries, prepare }: Pick<OpenDatabase<HistorySchema>, 'queries' | 'prepare'>) =>
      joined(parts.map((part) => part.reads(queries, readsBy(prepare)))) as Listed<Lines>['reads'],
  };
}

const joined = (all: readonly object[]): object => Object.assign({}, ...all) as object;

/** Builds queries, but cannot run them. */
const WITHOUT_DATABASE = new Kysely<HistorySchema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** @throws errors of the ports */
export async function read<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query;
  } catch (error) {
    throw classified(error);
  }
}
