import type { Connection } from '../open.ts';

/** The number of rows of every table of ours, by name. Tables in which SQLite keeps its own are left out. */
export function rowCounts(connection: Connection): Readonly<Record<string, number>> {
  const tables = connection
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables.map((name) => [
      name,
      connection
        .prepare(`SELECT count(*) FROM "${name.replaceAll('"', '""')}"`)
        .pluck()
        .get() as number,
    ]),
  );
}
