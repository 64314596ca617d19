import type { Prepare, Statement } from '../statements.ts';

/** Calling a statement takes as long as its work on one row, so it gets many rows at once. */
export const ROWS_AT_ONCE = 32;

type Value = string | number | null;
type Row = readonly Value[];

/** A statement over any number of rows: `sql` gets the text that follows VALUES. */
export class ManyRows {
  readonly #many: Statement;
  readonly #one: Statement;

  constructor(prepare: Prepare, columns: number, sql: (rows: string) => string) {
    const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
    this.#many = prepare(sql(Array.from({ length: ROWS_AT_ONCE }, () => row).join(', ')));
    this.#one = prepare(sql(row));
  }

  run(rows: readonly Row[]): void {
    this.#inGroups(rows, (statement, values) => statement.run(values));
  }

  /** The one column that the statement returns, for each row it changed. */
  returned(rows: readonly Row[]): readonly number[] {
    const found: number[] = [];
    this.#inGroups(rows, (statement, values) => {
      found.push(...(statement.pluck().all(values) as number[]));
    });
    return found;
  }

  #inGroups(rows: readonly Row[], each: (statement: Statement, values: Row) => void): void {
    const inGroups = rows.length - (rows.length % ROWS_AT_ONCE);
    for (let from = 0; from < inGroups; from += ROWS_AT_ONCE)
      each(this.#many, ([] as Value[]).concat(...rows.slice(from, from + ROWS_AT_ONCE)));
    for (const row of rows.slice(inGroups)) each(this.#one, row);
  }
}
