import type { Says } from '../kernel/says.ts';

export interface TableRow {
  /** The line of the text that it begins on, from 1. */
  readonly line: number;
  /** By the name of the column, as it is written in the first row. */
  readonly cells: ReadonlyMap<string, string>;
}

export interface ParsedTable {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** Rows that cannot be read, each with the reason. */
  readonly problems: readonly { readonly line: number; readonly problem: Says }[];
  /** There are more rows than were asked for. */
  readonly hasMore: boolean;
}

/**
 * Tables as text, with a comma, a semicolon or a tab between the cells and the names of the columns in the first row
 * (RFC 4180). Pure. A cell that a program for tables would take for a formula is written with a leading apostrophe, which
 * is taken off again when it is read.
 */
export interface Tables {
  /**
   * @param most rows
   * @returns why the text is no table, if it is none
   */
  parse(text: string, most: number): ParsedTable | Says;
  /** Each row with the end of its line; the names of the columns are a row, too. */
  write(rows: readonly (readonly string[])[]): string;
}
