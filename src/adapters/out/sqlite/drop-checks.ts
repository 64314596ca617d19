import type { Connection } from './open.ts';

/** A constraint, as written in the SQL of its table. */
export interface Check {
  readonly table: string;
  readonly check: string;
}

/**
 * Removes CHECK constraints from the SQL of their tables without copying a row: the procedure of
 * https://www.sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes". It is safe only for what
 * does not affect how rows are stored, so only for constraints. Call it inside a transaction. A table without the
 * constraint stays as it is.
 * @throws Error if a table would have different columns afterwards
 */
export function dropChecks(connection: Connection, checks: readonly Check[]): void {
  const columns = () => checks.map(({ table }) => connection.pragma(`table_xinfo(${table})`));
  const before = JSON.stringify(columns());
  // Connections are defensive, which forbids this; the mode is lifted only for this block.
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
    // Also rereads the schema.
    connection.pragma('writable_schema = RESET');
    connection.unsafeMode(false);
  }
  if (JSON.stringify(columns()) !== before) throw new Error('dropping the constraints changed the columns');
}
