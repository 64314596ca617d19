import Database from 'better-sqlite3';
import type { DataName } from '../../../core/instance/data-directory/inventory.ts';
import type { RowTarget } from '../sql/copied-rows.ts';
import type { Table } from '../sql/tables.ts';
import { sqliteRowsInto } from './copied-rows.ts';
import { STAGED } from './export/staged-pragmas.ts';
import { fullTextOf } from './full-text.ts';
import { migrate, type Migration } from './migrate.ts';
import type { Connection } from './open.ts';

/** A database file that is filled with rows from elsewhere. Until `finish`, it is none that can be used. */
export interface FilledDatabase extends RowTarget {
  readonly connection: Connection;
  /**
   * Makes what follows from the rows, and leaves one file.
   * @param also a last statement; null: none
   * @param alive called between pieces
   */
  finish(also: string | null, alive: () => void): void;
  close(): void;
}

/** @param file must not exist yet */
export function fillDatabase(
  file: string,
  name: DataName,
  migrations: readonly Migration[],
  tables: readonly Table[],
): FilledDatabase {
  const connection = new Database(file);
  try {
    for (const pragma of STAGED) connection.pragma(pragma);
    migrate(connection, name, migrations);
    // What a new one holds is no content.
    for (const table of tables) connection.exec(`DELETE FROM "${table.name}"`);
    return {
      ...sqliteRowsInto(connection),
      connection,
      finish: (also, alive) => {
        if (also !== null) connection.exec(also);
        for (const _ of fullTextOf[name]?.(connection) ?? []) alive();
        connection.pragma('journal_mode = DELETE');
      },
      close: () => void connection.close(),
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}
