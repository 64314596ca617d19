import type { Connection } from '../open.ts';

interface ForeignKey {
  readonly parent: string;
  readonly pairs: readonly { readonly from: string; readonly to: string }[];
  /** What a deletion of the parent does. */
  readonly action: string;
}

/**
 * Does to rows whose parents are missing what the deletion of the parent would have done: they go, or say no parent any
 * more. No foreign key is enforced on the connection.
 * @returns how many rows went, by table
 */
export function leaveOutParentless(connection: Connection, alive: () => void): ReadonlyMap<string, number> {
  const left = new Map<string, number>();
  for (;;) {
    alive();
    const found = connection.prepare('SELECT DISTINCT "table", fkid FROM pragma_foreign_key_check').all() as {
      readonly table: string;
      readonly fkid: number;
    }[];
    if (found.length === 0) return left;
    // Rows that go may be parents of others.
    for (const { table, fkid } of found) {
      alive();
      const { parent, pairs, action } = foreignKey(connection, table, fkid);
      const all = (
        condition: (pair: { readonly from: string; readonly to: string }, nth: number) => string,
      ) => pairs.map(condition).join(' AND ');
      const names = pairs.map(({ to }) => `"${table}"."${to}"`).join(', ');
      const keys = pairs.map(({ to }, nth) => `"${table}"."${to}" AS key${nth}`).join(', ');
      const isParentless = `${all(({ from }) => `"${table}"."${from}" IS NOT NULL`)} AND NOT EXISTS (
        SELECT 1 FROM "${parent}" AS parent WHERE ${all(({ from, to }) => `parent."${to}" = "${table}"."${from}"`)})`;
      if (action === 'SET NULL') {
        const nulls = pairs.map(({ from }) => `"${from}" = NULL`).join(', ');
        connection.prepare(`UPDATE "${table}" SET ${nulls} WHERE ${isParentless}`).run();
        continue;
      }
      // With all that comes below them at once: a chain of rows may be as long as its table.
      const below = `WITH RECURSIVE gone AS (
          SELECT ${keys} FROM "${table}" WHERE ${isParentless}
          UNION SELECT ${keys} FROM "${table}" JOIN gone ON ${all(({ from }, nth) => `"${table}"."${from}" = gone.key${nth}`)})
        SELECT * FROM gone`;
      const goes = parent === table ? `(${isParentless}) OR (${names}) IN (${below})` : isParentless;
      const { changes } = connection.prepare(`DELETE FROM "${table}" WHERE ${goes}`).run();
      left.set(table, (left.get(table) ?? 0) + changes);
    }
  }
}

function foreignKey(connection: Connection, table: string, id: number): ForeignKey {
  const rows = connection
    .prepare('SELECT * FROM pragma_foreign_key_list(?) WHERE id = ? ORDER BY seq')
    .all(table, id) as {
    readonly table: string;
    readonly from: string;
    readonly to: string | null;
    readonly on_delete: string;
  }[];
  const parent = rows[0]!.table;
  const keys = connection
    .prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(parent) as string[];
  return {
    parent,
    action: rows[0]!.on_delete,
    pairs: rows.map(({ from, to }, index) => ({ from, to: to ?? keys[index]! })),
  };
}
