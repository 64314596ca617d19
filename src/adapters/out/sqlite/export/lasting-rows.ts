import type { Connection } from '../open.ts';
import { exportedDatabases, sectionsOf } from './databases.ts';

/** How many rows of each section of a database, by table, a start of an engine must not remove. */
export function lastingRows(connection: Connection, name: string): Readonly<Record<string, number>> {
  const sections = exportedDatabases.filter((one) => one.name === name).flatMap(sectionsOf);
  return Object.fromEntries(
    sections.map(({ table, declared: { where = 'TRUE', lasting = 'TRUE' } }) => [
      table,
      connection
        .prepare(`SELECT count(*) FROM "${table}" AS t WHERE (${where}) AND (${lasting})`)
        .pluck()
        .get() as number,
    ]),
  );
}
