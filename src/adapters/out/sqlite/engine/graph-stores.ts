import { sql, type RawBuilder } from 'kysely';
import { entityId } from '../../../../core/kernel/ids.ts';
import type { GraphStores } from '../../../../core/knowledge/graph/store.ts';
import type { PersonKeys } from '../../sql/person-keys.ts';
import { graphReads } from './graph-reads.ts';
import { TABLES_SEEN } from './graph-steps.ts';
import { read, type Db } from './part.ts';

/** The graph for each as they see it. */
export function graphStores(db: Db, keys: PersonKeys): GraphStores {
  const all = async <Row>(query: RawBuilder<Row>): Promise<readonly Row[]> =>
    (await read(query.execute(db))).rows;
  const ofEveryone = graphReads(db, keys, null);
  return {
    ofPerson: (personId) => graphReads(db, keys, keys.keyOf(personId)),
    ofEveryone: () => ofEveryone,
    onlySeenBy: async (personId) => {
      const key = keys.keyOf(personId);
      const entities = await all(sql<{ readonly id: string }>`SELECT entity_id AS id FROM entities
        WHERE seen_by = ${key} AND merged_into IS NULL ORDER BY entity_no`);
      const names = await all(sql<{
        readonly text: string;
      }>`SELECT text FROM names JOIN entities AS e USING (entity_no)
        WHERE names.seen_by = ${key} AND e.seen_by IS NULL AND hides = 0`);
      const [counted] = await all(sql<{ readonly count: number }>`SELECT
        (SELECT count(*) FROM entities WHERE seen_by = ${key}) + (SELECT count(*) FROM facts WHERE seen_by = ${key})
          + (SELECT count(*) FROM relations WHERE seen_by = ${key}) AS count`);
      return {
        entities: entities.map(({ id }) => entityId(id)),
        names: names.map(({ text }) => text),
        count: counted?.count ?? 0,
      };
    },
    members: async () => {
      const rows = await all(
        sql<{ readonly seen_by: string }>`${sql.join(
          TABLES_SEEN.map(
            (table) => sql`SELECT DISTINCT seen_by FROM ${sql.table(table)} WHERE seen_by <> ''`,
          ),
          sql` UNION `,
        )}`,
      );
      return rows.map((row) => keys.personOf(row.seen_by));
    },
  };
}
