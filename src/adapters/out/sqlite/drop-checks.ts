import type { Connection } from './open.ts';

/** A constraint as it stands in the text of its table. */
export interface Check {
  readonly table: string;
  readonly check: string;
}

/**
 * Takes CHECK constraints out of the text of their tables, without copying a row: the procedure of
 * https://www.sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes". It is safe for what
 * changes nothing of how rows are stored, so for nothing but constraints. Call it inside of a transaction.
 * A table in which the constraint is not found stays as it is.
 * @throws Error when a table would have other columns afterwards
 */
export function dropChecks(connection: Connection, checks: readonly Check[]): void {
  const columns = () => checks.map(({ table }) => connection.pragma(`table_xinfo(${table})`));
  const before = JSON.stringify(columns());
  // Connections are defensive, which forbids this; only from here to the end of it are they not.
  connection.unsafeMode(true);
  try {
    connection.pragma('writable_schema = ON');
    const drop = connection.prepare(
      "UPDATE sqlite_schema SET sql = replace(sql, ' ' || ?, '') WHERE type = 'table' AND name = ?",
    );
    for (const { table, check } of checks) drop.run(check, table);
    const version = connection.pragma('schema_version', { simple: true }) as number;
    connection.pragma(`schema_version = ${version + 1}`);
  } finally {
    // Reads the schema again, too.
    connection.pragma('writable_schema = RESET');
    connection.unsafeMode(false);
  }
  if (JSON.stringify(columns()) !== before) throw new Error('a constraint was more than a constraint');
}
