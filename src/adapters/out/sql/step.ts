import type { Compilable, QueryExecutorProvider, RawBuilder } from 'kysely';
import type { AnyChange } from '../../../core/ports/journal.ts';
import type { BoundStatement } from './prepared.ts';

/** A statement that a change runs. */
export interface Step extends BoundStatement {
  /** The change's own condition: this many rows at least, or the whole list is rolled back. */
  readonly atLeast?: number;
}

/** The statements of each change, in order. A change without an entry does not compile. */
export type Steps<Change extends AnyChange> = {
  readonly [Kind in Change['change']]: (
    change: Extract<Change, { readonly change: Kind }>,
  ) => readonly Step[];
};

export const stepsOf = (queries: readonly Compilable[]): readonly Step[] =>
  queries.map((query) => query.compile());

/** A statement in SQL, as the builder has its own. */
export const inSql = (db: QueryExecutorProvider, statement: RawBuilder<unknown>): Compilable => ({
  compile: () => statement.compile(db),
});

/** Intersects the members of a union: what several parts have together. */
export type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
