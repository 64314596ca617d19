import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

export interface PeopledTable {
  /** With the database that it is in. */
  readonly table: string;
  /** Whose rows are in it. */
  readonly people: ReadonlySet<string>;
}

/** The tables of an engine whose rows say whose they are; some keep what is the owner's without an id. */
export function peopledTables(dataDir: string, owner: string): readonly PeopledTable[] {
  return readdirSync(dataDir)
    .filter((name) => name.endsWith('.db'))
    .flatMap((name) => {
      const database = new Database(join(dataDir, name), { readonly: true });
      const tables = database
        .prepare(
          "SELECT t.name, c.name AS whose FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table' AND c.name IN ('person_id', 'seen_by')",
        )
        .all() as { readonly name: string; readonly whose: string }[];
      const peopled = tables.map(({ name: table, whose }) => ({
        table: `${name} ${table}`,
        people: new Set(
          (
            database
              .prepare(`SELECT DISTINCT ${whose} FROM ${table} WHERE ${whose} IS NOT NULL`)
              .pluck()
              .all() as string[]
          ).map((id) => (id === '' ? owner : id)),
        ),
      }));
      database.close();
      return peopled;
    });
}
