import type { Compilable } from 'kysely';
import { Place } from './place.ts';

/** A statement and the values to run it with. */
export interface BoundStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * A statement of which only the values change: Kysely builds and compiles it once, at its first use, because that takes
 * longer than SQLite takes to run it. `build` gets a row of placeholders. It must use them only as values, and must not
 * let the query depend on them.
 */
export function prepared<Row extends object>(build: (row: Row) => Compilable): (row: Row) => BoundStatement {
  let made: BoundStatement | undefined;
  return (row) => {
    made ??= build(new Proxy({} as Row, { get: (_row, column) => new Place(String(column)) })).compile();
    const values = row as Readonly<Record<string, unknown>>;
    return {
      sql: made.sql,
      parameters: made.parameters.map((value) => (value instanceof Place ? value.valueIn(values) : value)),
    };
  };
}

/** Makes a read of one statement, of which only the values change. The read rejects with errors of the ports. */
export type MakeRead = <Given extends object, Row>(
  build: (given: Given) => Compilable<Row>,
) => (given: Given) => Promise<readonly Row[]>;
