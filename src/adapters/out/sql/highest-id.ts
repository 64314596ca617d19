import { sql } from 'kysely';
import { askingValue, type Work } from './work.ts';

/** A table, and a column of it with ids that leads one of its indexes. */
export type IdColumn = readonly [table: string, column: string];

/** Of the kind that engines make. */
const OURS = sql.lit('________-____-7___-____-____________');

/** The highest id in these columns; null if there is none. */
export function highestIdIn(columns: readonly IdColumn[]): () => Work<string | null> {
  const highestOf = ([table, column]: IdColumn) => {
    const id = sql.ref(column);
    return sql`SELECT * FROM (SELECT ${id} AS id FROM ${sql.table(table)} WHERE ${id} LIKE ${OURS}
      ORDER BY ${id} DESC LIMIT 1) AS highest`;
  };
  const highest = askingValue<object, string | null>(
    () => sql`SELECT max(id) FROM (${sql.join(columns.map(highestOf), sql` UNION ALL `)}) AS ids`,
  );
  return function* () {
    return columns.length === 0 ? null : ((yield* highest({})) ?? null);
  };
}
