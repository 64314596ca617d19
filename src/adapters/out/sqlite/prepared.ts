import type { Compilable } from 'kysely';

/** What one statement is run with. */
export interface BoundStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Stands in a query where a value of the row will be. */
class Place {
  readonly column: string;

  constructor(column: string) {
    this.column = column;
  }
}

/**
 * A statement of which only the values change: Kysely builds and compiles it at its first use, and never again,
 * because that takes longer than SQLite takes to run it. `build` sees a row of places; it must use them as values
 * only, and it must ask the same whatever they will be.
 */
export function prepared<Row extends object>(build: (row: Row) => Compilable): (row: Row) => BoundStatement {
  let made: BoundStatement | undefined;
  return (row) => {
    made ??= build(new Proxy({} as Row, { get: (_row, column) => new Place(String(column)) })).compile();
    const values = row as Readonly<Record<string, unknown>>;
    return {
      sql: made.sql,
      parameters: made.parameters.map((value) => (value instanceof Place ? values[value.column] : value)),
    };
  };
}
