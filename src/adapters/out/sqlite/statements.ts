import type Database from 'better-sqlite3';

export type Statement = Database.Statement<unknown[]>;

/** The statement of this SQL, prepared at its first use. Its modes, such as `pluck`, are its users' in common. */
export type Prepare = (sql: string) => Statement;

const STATEMENTS_KEPT = 500;

/**
 * Prepares for one connection and keeps the statements that were used last: preparing takes longer than what a point
 * query does.
 */
export function keptStatements(connection: Database.Database): Prepare {
  const kept = new Map<string, Statement>();
  return (sql) => {
    let statement = kept.get(sql);
    // A statement that is being iterated must not be shared.
    if (statement && !statement.busy) kept.delete(sql);
    else statement = connection.prepare(sql);
    kept.set(sql, statement);
    if (kept.size > STATEMENTS_KEPT) kept.delete(kept.keys().next().value ?? '');
    return statement;
  };
}
