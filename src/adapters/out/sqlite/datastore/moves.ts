import { sql, type RawBuilder } from 'kysely';
import type { MergeRowsChange } from '../../../../core/merges/changes.ts';
import type { MovedDataRows, RowsOfKind } from '../../../../core/merges/store.ts';
import { entityId, mergeId as asMergeId } from '../../../../core/kernel/ids.ts';
import type { Step } from '../step.ts';
import { moves as migration } from './migrations/moves.ts';
import { read, type Db, type Part } from './part.ts';

interface MoveTables {
  moved_rows: { merge_id: string; place: string; row_id: string };
  row_moves: { merge_id: string; from_id: string; to_id: string };
}

/**
 * Where datastore.db names entities. Names are ours and go into SQL as they are. `id` names one row of the table, as
 * text.
 */
interface Place {
  readonly table: string;
  readonly id: string;
  readonly entity: string;
}

const PLACES: readonly Place[] = [
  { table: 'record_subjects', id: 'CAST(subject_no AS TEXT)', entity: 'entity_id' },
  { table: 'interactions', id: 'interaction_id', entity: 'entity_id' },
  { table: 'deals', id: 'deal_id', entity: 'entity_id' },
];

/** The rows that merges moved. The rows and what is kept of them change in one transaction. */
export const moves: Part<MoveTables, MergeRowsChange, { readonly movedRows: MovedDataRows }> = {
  migration,
  exported: {
    moved_rows: { section: 'movedRows', says: 'rows that a merge has moved' },
    row_moves: { section: 'rowMoves', says: 'from where to where a merge has moved rows' },
  },
  steps: () => ({
    'rows.follow': ({ mergeId, from, to }) => [
      {
        sql: 'INSERT OR IGNORE INTO row_moves (merge_id, from_id, to_id) VALUES (?, ?, ?)',
        parameters: [mergeId, from, to],
      },
      ...PLACES.flatMap((place) => follow(place, mergeId, from, to)),
    ],
    'rows.return': ({ mergeId, from, to }) => [
      ...PLACES.map(({ table, id, entity }) => ({
        sql: `UPDATE ${table} SET ${entity} = ? WHERE ${entity} = ?
          AND ${id} IN (SELECT row_id FROM moved_rows WHERE merge_id = ? AND place = ?)`,
        parameters: [to, from, mergeId, table],
      })),
      ...forget(mergeId),
    ],
    'rows.stay': ({ mergeId }) => forget(mergeId),
  }),
  reads: (db) => ({
    movedRows: {
      kindsFor: async (entityId) => {
        const { rows } = await read(
          sql<RowsOfKind>`SELECT 'interactions' AS kind, count(*) AS count FROM interactions WHERE entity_id = ${entityId}
            UNION ALL SELECT 'deals', count(*) FROM deals WHERE entity_id = ${entityId}
            UNION ALL SELECT 'records of ' || name, count(DISTINCT record_no) FROM record_subjects
              JOIN records USING (record_no) JOIN collections USING (collection_no)
              WHERE entity_id = ${entityId} GROUP BY name`.execute(db),
        );
        return rows.filter(({ count }) => count > 0);
      },
      isEmpty: async () =>
        !(await isAny(
          db,
          ['moved_rows', 'records', ...PLACES.map(({ table }) => table)].map(
            (table) => sql`SELECT 1 FROM ${sql.table(table)}`,
          ),
        )),
      moves: async () => {
        const rows = await read(db.selectFrom('row_moves').selectAll().execute());
        return rows.map(({ merge_id, from_id, to_id }) => ({
          mergeId: asMergeId(merge_id),
          from: entityId(from_id),
          to: entityId(to_id),
        }));
      },
      countOf: async (mergeId) => {
        const { count } = await read(
          db
            .selectFrom('moved_rows')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('merge_id', '=', mergeId)
            .executeTakeFirstOrThrow(),
        );
        return count;
      },
      countFor: async (entityId) => {
        const counts = await Promise.all(
          PLACES.map(({ table, entity }) =>
            read(
              sql<{
                count: number;
              }>`SELECT count(*) AS count FROM ${sql.table(table)} WHERE ${sql.ref(entity)} = ${entityId}`.execute(
                db,
              ),
            ),
          ),
        );
        return counts.reduce((sum, { rows }) => sum + (rows[0]?.count ?? 0), 0);
      },
    },
  }),
};

async function isAny(db: Db, queries: readonly RawBuilder<unknown>[]): Promise<boolean> {
  const exist = queries.map((query) => sql`EXISTS (${query})`);
  const { rows } = await read(
    sql<{ readonly found: number }>`SELECT ${sql.join(exist, sql` OR `)} AS found`.execute(db),
  );
  return rows[0]?.found === 1;
}

const follow = ({ table, id, entity }: Place, mergeId: string, from: string, to: string): readonly Step[] => [
  {
    sql: `INSERT OR IGNORE INTO moved_rows (merge_id, place, row_id) SELECT ?, ?, ${id} FROM ${table} WHERE ${entity} = ?`,
    parameters: [mergeId, table, from],
  },
  { sql: `UPDATE ${table} SET ${entity} = ? WHERE ${entity} = ?`, parameters: [to, from] },
];

const forget = (mergeId: string): readonly Step[] =>
  ['moved_rows', 'row_moves'].map((table) => ({
    sql: `DELETE FROM ${table} WHERE merge_id = ?`,
    parameters: [mergeId],
  }));
