import type Database from 'better-sqlite3';

export type Statement = Pick<Database.Statement<unknown[]>, 'run' | 'get' | 'all' | 'iterate' | 'reader'> & {
  /** From now on, rows are the value of their first column. @returns this statement */
  pluck(): Statement;
};

/** The statement of this SQL. All users share its modes, such as `pluck`. */
export type Prepare = (sql: string) => Statement;

const STATEMENTS_KEPT = 500;

/** Prepares statements for one connection and keeps the latest: preparing takes longer than a point query. */
export function keptStatements(connection: Database.Database): Prepare {
  const kept = new Map<string, Database.Statement<unknown[]>>();
  return (sql) => {
    const known = kept.get(sql);
    // A statement that is being iterated must not be shared.
    if (known && !known.busy) return known;
    const statement = connection.prepare(sql);
    kept.set(sql, statement);
    if (kept.size > STATEMENTS_KEPT) kept.delete(kept.keys().next().value ?? '');
    return statement;
  };
}
