import type { RawBuilder } from 'kysely';

/**
 * Work of several statements, of which each may follow from the answers before it. SQLite runs all of it in one call, PostgreSQL
 * is asked one after another: the caller decides which, and the work does not depend on it. What is asked together is asked in
 * its order.
 */
export type Work<Result> = Generator<readonly Asked[], Result, readonly Rows[]>;

/** A statement, and the values to run it with. */
export interface Asked {
  readonly statement: WorkStatement;
  readonly given: object;
}

/** What a statement returns, or the values of its only column. */
export type Rows = readonly unknown[];

/** A statement of which only the values change. It is compiled once for each database. */
export interface WorkStatement {
  /** `given` has placeholders: it uses them only as values, and the SQL does not depend on them. */
  readonly build: (given: never) => RawBuilder<unknown>;
  /** Has one column: rows are its values. */
  readonly isOneColumn?: true;
  /** Returns nothing, so that nothing follows from its answer. */
  readonly isWriting?: true;
}

type ResultOf<One> = One extends Work<infer Result> ? Result : never;

/** Work of which none follows from the answers to another: what they ask at the same time is asked together. */
export function* together<const All extends readonly Work<unknown>[]>(
  ...all: All
): Work<{ readonly [Nth in keyof All]: ResultOf<All[Nth]> }> {
  const steps = all.map((work) => ({ work, step: work.next([]) }));
  while (steps.some(({ step }) => step.done !== true)) {
    const asked = steps.map(({ step }) => (step.done === true ? [] : step.value));
    const answers = [...(yield asked.flat())];
    for (const [nth, one] of steps.entries())
      if (one.step.done !== true) one.step = one.work.next(answers.splice(0, asked[nth]?.length ?? 0));
  }
  return steps.map(({ step }) => step.value) as never;
}

/** A statement that returns rows. */
export function asking<Given extends object, Row extends object>(
  build: (given: Given) => RawBuilder<unknown>,
): (given: Given) => Work<readonly Row[]> {
  const statement: WorkStatement = { build };
  return function* (given): Work<readonly Row[]> {
    const [rows = []] = yield [{ statement, given }];
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
  return function* (given): Work<readonly Value[]> {
    const [rows = []] = yield [{ statement, given }];
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

/** A statement that returns nothing. */
export function writing<Given extends object>(
  build: (given: Given) => RawBuilder<unknown>,
): (given: Given) => Work<void> {
  const statement: WorkStatement = { build, isWriting: true };
  return function* (given) {
    yield [{ statement, given }];
  };
}

/** Runs work, all of it at once. The promise rejects with errors of the ports. */
export type RunWork = <Result>(work: Work<Result>) => Promise<Result>;
