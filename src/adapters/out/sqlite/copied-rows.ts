import {
  copiedColumns,
  PIECE,
  sizeOf,
  type Row,
  type RowSource,
  type RowTarget,
} from '../sql/copied-rows.ts';
import type { Table } from '../sql/tables.ts';
import type { Connection } from './open.ts';

/** The rows of a database. The connection must be in a read transaction, and must not be used for anything else meanwhile. */
export const sqliteRows = (connection: Connection): RowSource => ({
  count: async ({ name }) => connection.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number,
  async *rows(table) {
    const columns = copiedColumns(table).map(quoted).join(', ');
    const found = connection
      .prepare(`SELECT ${columns} FROM "${table.name}"`)
      .safeIntegers()
      .raw()
      .iterate() as IterableIterator<Row>;
    let [piece, chars]: [Row[], number] = [[], 0];
    for (const row of found) {
      piece.push(row);
      chars += sizeOf(row);
      if (piece.length < PIECE.rows && chars < PIECE.chars) continue;
      yield piece;
      [piece, chars] = [[], 0];
    }
    if (piece.length > 0) yield piece;
  },
  highest: async ({ name, numbers }) => {
    const asked =
      numbers === 'never again'
        ? connection.prepare('SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?').bind(name)
        : connection.prepare(`SELECT coalesce(max(rowid), 0) FROM "${name}"`);
    return asked.safeIntegers().pluck().get() as bigint;
  },
});

/** Writes rows into a database that is being made: foreign keys are not looked at. */
export function sqliteRowsInto(connection: Connection): RowTarget {
  const adding = new Map<string, (rows: readonly Row[]) => void>();
  const makeAdding = (table: Table) => {
    const columns = copiedColumns(table);
    const insert = connection.prepare(
      `INSERT INTO "${table.name}" (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
    return connection.transaction((rows: readonly Row[]) => {
      for (const row of rows) insert.run(...row);
    });
  };
  return {
    add: async (table, rows) => {
      const add = adding.get(table.name) ?? makeAdding(table);
      adding.set(table.name, add);
      add(rows);
    },
    continueAfter: async ({ name, numbers }, highest) => {
      if (numbers !== 'never again') return;
      connection.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name);
      if (highest > 0n)
        connection.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, highest);
    },
  };
}

const quoted = ({ name }: { readonly name: string }): string => `"${name}"`;
