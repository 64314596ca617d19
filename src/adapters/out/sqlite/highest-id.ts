import type { Connection } from './open.ts';
import { classified } from './storage-errors.ts';

/** The ids that a store has. */
export interface StoredIds {
  /** The highest one; null if there is none. */
  highest(): string | null;
}

const OURS = '????????-????-7???-????-????????????';

/** @param columns each the first of an index of its table */
export function storedIds(
  connection: Connection,
  columns: readonly (readonly [table: string, column: string])[],
): StoredIds {
  const highestOf = ([table, column]: readonly [string, string]) =>
    `SELECT * FROM (SELECT ${column} AS id FROM ${table} WHERE ${column} GLOB '${OURS}' ORDER BY ${column} DESC LIMIT 1)`;
  return {
    highest: () => {
      if (columns.length === 0) return null;
      try {
        const sql = `SELECT max(id) FROM (${columns.map(highestOf).join(' UNION ALL ')})`;
        return connection.prepare(sql).pluck().get() as string | null;
      } catch (error) {
        throw classified(error);
      }
    },
  };
}
