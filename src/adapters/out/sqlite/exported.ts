import type { Says } from '../../../core/kernel/says.ts';
import type { Json, JsonObject } from '../../../core/kernel/json.ts';
import type { Connection } from './open.ts';
import type { Shape } from './shape.ts';

/** A value of SQLite as the driver gives it. */
export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/**
 * How the export shows a column. Without a form a column is shown as it is, under its name in camelCase; `…_json` as the
 * JSON that it holds, and `…_at` (and `at`) as an instant in ISO 8601.
 */
export type ColumnForm =
  /** 1 and 0 as true and false; `none` as null. */
  | { readonly form: 'flag'; readonly none?: number }
  /** An instant whose name does not say so. */
  | { readonly form: 'time' }
  /** The number of a row, shown as the id of that row. Rows of the same table may refer to later ones. */
  | {
      readonly form: 'refers';
      readonly as: string;
      readonly table: string;
      readonly id: string;
      readonly no: string;
    }
  /** The number of a row of `sources`, shown as what that row says. */
  | { readonly form: 'source' }
  /** Shown in another way. */
  | {
      readonly form: 'shown';
      readonly show: (value: SqlValue) => Json;
      readonly store: (shown: Json) => SqlValue;
    }
  /** Not shown; an import derives it from the other columns of its row. */
  | { readonly form: 'leftOut'; readonly why: string; readonly derived: (row: SqlRow) => SqlValue };

/** Many columns shown as one field. */
export interface Bundle {
  readonly field: string;
  readonly columns: readonly string[];
  readonly show: (connection: Connection) => (row: SqlRow) => JsonObject;
  readonly store: (connection: Connection) => (shown: JsonObject, row: SqlRow) => SqlRow;
}

/**
 * What becomes of a column's value in a row that another machine wrote, whichever way the row comes in: with a restore, a
 * migration or an import.
 */
export type Arrival =
  /** It stays: no part acts on it by itself, and each use reads it as a stranger's. */
  | 'kept'
  /** NULL takes its place. */
  | 'cleared'
  | Becomes
  /** SQL about the row. Where it does not hold, nothing comes in. */
  | { readonly checked: string }
  | Holding
  | Reshaped;

/** Its JSON has this shape, or it is NULL. Otherwise nothing comes in. */
export interface Holding {
  readonly holds: Shape<unknown> | ShapeBy;
}

/**
 * Its JSON has this shape, and becomes another one. What readers would take for words of this engine does not come: it
 * need not say what the text beside it says.
 */
export interface Reshaped extends Holding {
  /** `kind`: what the other column says, where the shape depends on it. */
  readonly reshaped: (value: Json, kind: unknown) => Json;
}

/** The shape depends on what another column of the row says. */
export interface ShapeBy {
  readonly column: string;
  readonly shapes: Readonly<Record<string, Shape<unknown>>>;
  /** Of what `shapes` does not name. */
  readonly others: Shape<unknown>;
}

/** What is JSON never comes without a word about its shape: its readers take it for what they wrote. */
type ArrivalOf<Column extends string> = Column extends `${string}_json`
  ? 'cleared' | Holding | Reshaped | (Becomes & Holding)
  : Arrival;

export interface Becomes extends Partial<Holding> {
  /** SQL about the row; `:at` is the instant of the arrival. */
  readonly becomes: string;
  /** The same in a backup of this engine's own, which has gone on since. Without it the value stays there. */
  readonly own?: string;
  /** For the owner, where a value changes: what was cleared, and how to have it again. */
  readonly told?: Says;
}

/** How the rows of a table come from another machine. */
export type Arriving<Column extends string = string> =
  /** They follow from other rows, and nothing acts on them. */
  | 'derived'
  /** None of them comes. `told` as above. `own`: none of a backup of this engine's own, either. */
  | { readonly without: 'all'; readonly own?: 'none'; readonly told?: Says }
  | {
      /** SQL: which rows do not come. */
      readonly without?: string;
      readonly told?: Says;
      readonly columns: { readonly [Name in Column]: ArrivalOf<Name> };
    };

/** A table as a section of the export. */
export interface ExportedTable<Column extends string = string> {
  readonly arriving: Arriving<Column>;
  readonly section: string;
  /** What an item is, for the README and the schema: the end of a sentence that begins with the section's name. */
  readonly says: string;
  readonly columns?: { readonly [Name in Column]?: ColumnForm };
  readonly bundle?: Bundle;
  /** SQL about the row `t`, decided row by row: which rows count. The others are about to be removed. */
  readonly where?: string;
  /** SQL about the row `t`: which rows outlast a start of an engine. Without it, all. */
  readonly lasting?: string;
  /**
   * SQL about a row: whether it is `this_person()`'s own, where a column `person_id` or `seen_by`, or the row on which it hangs,
   * does not say so. `is_own_path(path)`: of the workspace.
   */
  readonly own?: (row: string) => string;
  /** Why an import does not bring it in. */
  readonly notImported?: string;
  /** Statements after an import that derive the columns which are left out, where they follow from other rows. */
  readonly rebuilt?: readonly string[];
}

/** A table without a section. */
export interface LeftOutTable<Column extends string = string> {
  readonly arriving: Arriving<Column>;
  /** Why: it is derived, or says how far the engine has come with work of its own. */
  readonly leftOut: string;
  /** What makes it after an import, in short pieces. */
  readonly rebuilt?: readonly string[] | ((connection: Connection) => Iterable<void>);
}

export type TableExport<Column extends string = string> = ExportedTable<Column> | LeftOutTable<Column>;

/**
 * For each table of a part its section, or why it has none, and what of it may come from another machine; further names are tables that only SQL knows. A name of a
 * full-text index stands for the tables that SQLite keeps for it, too.
 */
export type ExportedTables<Tables> = {
  readonly [Table in keyof Tables & string]: TableExport<keyof Tables[Table] & string>;
} & Readonly<Record<string, TableExport>>;

export const isSection = (table: TableExport): table is ExportedTable => 'section' in table;

export const flag = { form: 'flag' } as const;
export const time = { form: 'time' } as const;
export const source = { form: 'source' } as const;
export const refersTo = (table: string, id: string, no: string, as: string) =>
  ({ form: 'refers', table, id, no, as }) as const;
export const leftOut = (why: string, derived: (row: SqlRow) => SqlValue) =>
  ({ form: 'leftOut', why, derived }) as const;

export const kept = <const Names extends readonly string[]>(...names: Names) =>
  Object.fromEntries(names.map((name) => [name, 'kept'])) as { readonly [Name in Names[number]]: 'kept' };
/** What was in progress ends here: it may have been done since, on whichever machine. */
export const cutOff = (becomes: string, told?: Says): Becomes => ({
  becomes,
  own: becomes,
  ...(told === undefined ? {} : { told }),
});

/** Whose a row of history.db is. What names nobody who is there is the owner's: nothing is lost because its person is unknown. */
export const ofPerson = {
  person_id: {
    // Outside of a SELECT: within that of people the name would be the one of their own table.
    becomes: `CASE WHEN "person_id" IN (SELECT people.person_id FROM people) THEN "person_id"
      ELSE coalesce((SELECT people.person_id FROM people WHERE role = 'owner'), '') END`,
  },
} as const;

/** As `kept`, of columns whose JSON has this shape; NULL passes. */
export const holding = <const Names extends readonly string[]>(holds: Holding['holds'], ...names: Names) =>
  Object.fromEntries(names.map((name) => [name, { holds }])) as {
    readonly [Name in Names[number]]: Holding;
  };

/** SQL, for `checked`: it is a text on one line, and has at most so many characters. */
export const isOneLine = (column: string, chars: number): string =>
  `(length(${column}) BETWEEN 1 AND ${chars} AND ${column} NOT GLOB '*[' || char(1) || '-' || char(31) || ']*' AND instr(${column}, char(0)) = 0)`;
