import {
  connectPostgres,
  type PostgresOptions,
  type PostgresPlace,
} from '../../adapters/out/postgres/connect.ts';
import { exportedDatabases, sectionsOf } from '../../adapters/out/sqlite/export/databases.ts';
import { copiedDatabases } from './databases.ts';

/** How many items the sections of an export have in a schema now. @throws errors of the ports */
export async function sectionCounts(
  place: PostgresPlace,
  isCounted: (section: string) => boolean,
  options: PostgresOptions,
): Promise<ReadonlyMap<string, number>> {
  const { pool, reach, close } = await connectPostgres(place, { ...options, connections: 1 });
  const names = new Map(copiedDatabases().map(({ name, namesInPostgres = {} }) => [name, namesInPostgres]));
  try {
    const counts = new Map<string, number>();
    for (const database of exportedDatabases)
      for (const { table, declared } of sectionsOf(database)) {
        if (!isCounted(declared.section)) continue;
        const stored = names.get(database.name)?.[table] ?? table;
        const sql = `SELECT count(*) AS n FROM "${stored}" AS t WHERE (${declared.where ?? 'TRUE'})`;
        const { rows } = await reach.persist(async () => await pool.query<{ readonly n: number }>(sql));
        counts.set(declared.section, rows[0]?.n ?? 0);
      }
    return counts;
  } finally {
    await close();
  }
}
