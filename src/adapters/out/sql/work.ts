import type { RawBuilder } from 'kysely';

/**
 * Work of several statements, of which each may follow from the answers before it. SQLite runs all of it in one call, PostgreSQL
 * is asked one after another: the caller decides which, and the work does not depend on it.
 */
export type Work<Result> = Generator<Asked, Result, Answer>;

/** A statement, and the values to run it with. */
export interface Asked {
  readonly statement: WorkStatement;
  readonly given: object;
}

export interface Answer {
  /** Or the values of its only column. */
  readonly rows: readonly unknown[];
  /** How many rows were written, where the statement returns none. */
  readonly written: number;
}

/** A statement of which only the values change. It is compiled once for each database. */
export interface WorkStatement {
  /** `given` has placeholders: it uses them only as values, and the SQL does not depend on them. */
  readonly build: (given: never) => RawBuilder<unknown>;
  /** Has one column: rows are its values. */
  readonly isOneColumn?: true;
}

/** A statement that returns rows. */
export function asking<Given extends object, Row extends object>(
  build: (given: Given) => RawBuilder<unknown>,
): (given: Given) => Work<readonly Row[]> {
  const statement: WorkStatement = { build };
  return function* (given) {
    const { rows } = yield { statement, given };
    return rows as readonly Row[];
  };
}

/** A statement that returns one row or none. */
export function askingOne<Given extends object, Row extends object>(
  build: (given: Given) => RawBuilder<unknown>,
): (given: Given) => Work<Row | undefined> {
  const all = asking<Given, Row>(build);
  return function* (given) {
    const [row] = yield* all(given);
    return row;
  };
}

/** A statement that returns the values of one column. */
export function askingValues<Given extends object, Value>(
  build: (given: Given) => RawBuilder<unknown>,
): (given: Given) => Work<readonly Value[]> {
  const statement: WorkStatement = { build, isOneColumn: true };
  return function* (given) {
    const { rows } = yield { statement, given };
    return rows as readonly Value[];
  };
}

/** A statement that returns one value or none. */
export function askingValue<Given extends object, Value>(
  build: (given: Given) => RawBuilder<unknown>,
): (given: Given) => Work<Value | undefined> {
  const all = askingValues<Given, Value>(build);
  return function* (given) {
    const [value] = yield* all(given);
    return value;
  };
}

/** A statement that returns how many rows it wrote. */
export function writing<Given extends object>(
  build: (given: Given) => RawBuilder<unknown>,
): (given: Given) => Work<number> {
  const statement: WorkStatement = { build };
  return function* (given) {
    const { written } = yield { statement, given };
    return written;
  };
}

/** Runs work, all of it at once. The promise rejects with errors of the ports. */
export type RunWork = <Result>(work: Work<Result>) => Promise<Result>;
