/** The types that columns have; `ANY` takes texts and numbers. */
export type ColumnType = 'TEXT' | 'INTEGER' | 'REAL' | 'ANY' | 'BLOB';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly isRequired: boolean;
  /** The value of rows that say none, as SQL; null: nothing. */
  readonly otherwise: string | null;
  /** What its value follows from; null: it has values of its own. */
  readonly madeOf: MadeOf | null;
}

/** The number in another column's JSON, or SQL about other columns that both databases take. */
export type MadeOf = { readonly column: string; readonly member: string } | { readonly sql: string };

export interface Reference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly to: readonly string[];
  /** What becomes of the row when the other one is deleted, as SQL. */
  readonly onDelete: string;
}

/** A table as a database has it that was migrated to the latest schema. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  /** How rows get a number as their key by themselves; null: they do not. */
  readonly numbers: 'above all others' | 'never again' | null;
  /** Rows have a number beside their columns, `rowid`, in the order in which they came. */
  readonly hasOrder: boolean;
  readonly unique: readonly (readonly string[])[];
  readonly references: readonly Reference[];
  /** Conditions that every row meets, as SQL. */
  readonly checks: readonly string[];
  /** In SQL that both databases take. */
  readonly indexes: readonly string[];
  /** What a new table holds, by the names of its columns. */
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
}
