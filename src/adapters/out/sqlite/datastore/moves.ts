import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type {
  MergeRowsChange,
  Move,
  MovedDataRows,
  RowsOfKind,
} from '../../../../core/knowledge/merges/store.ts';
import { entityId, mergeId as asMergeId } from '../../../../core/kernel/ids.ts';
import { nextTurn } from '../../../../core/kernel/next-turn.ts';
import { limitTo } from '../limited.ts';
import { notByIndex, numbersOf } from '../../sql/words.ts';
import type { Step } from '../../sql/step.ts';
import { moves as migration } from './migrations/moves.ts';
import { read, type Db, type Part } from './part.ts';
import { collectionOf } from './slots.ts';
import { kept } from '../exported.ts';
import type { MoveTables } from './schema.ts';

/** Where datastore.db names entities, as `entity_id`. Names are ours and go into SQL as they are. */
interface Place {
  readonly table: string;
  /** What names one row of the table: a column, and it as the text that is kept, and back. */
  readonly id: RawBuilder<unknown>;
  readonly asText: RawBuilder<unknown>;
  readonly fromText: RawBuilder<unknown>;
  /** The order in which the index of entities has the rows of one: a piece of them is found without the others. */
  readonly order: RawBuilder<unknown>;
}

const PLACES: readonly Place[] = [
  {
    table: 'record_subjects',
    id: sql`subject_no`,
    asText: sql`CAST(subject_no AS TEXT)`,
    fromText: sql`CAST(row_id AS BIGINT)`,
    order: sql`subject_no`,
  },
  {
    table: 'interactions',
    id: sql`interaction_id`,
    asText: sql`interaction_id`,
    fromText: sql`row_id`,
    order: sql`at, interaction_no`,
  },
  {
    table: 'deals',
    id: sql`deal_id`,
    asText: sql`deal_id`,
    fromText: sql`row_id`,
    order: sql`change_no, deal_no`,
  },
];

/** The rows that merges moved. The rows and what is kept of them change in one transaction. */
export const moves: Part<MoveTables, MergeRowsChange, { readonly movedRows: MovedDataRows }> = {
  migration,
  exported: {
    moved_rows: {
      arriving: { columns: kept('merge_id', 'place', 'row_id') },
      section: 'movedRows',
      says: 'rows that a merge has moved',
    },
    row_moves: {
      arriving: { columns: kept('merge_id', 'from_id', 'to_id') },
      section: 'rowMoves',
      says: 'from where to where a merge has moved rows',
    },
  },
  steps: (db) => ({
    'rows.follow': ({ mergeId, from, to, atMost }) =>
      inSteps(db, [
        sql`INSERT INTO row_moves (merge_id, from_id, to_id) VALUES (${mergeId}, ${from}, ${to}) ON CONFLICT DO NOTHING`,
        ...PLACES.flatMap((place) => follow(place, { mergeId, from, to }, atMost)),
      ]),
    'rows.return': ({ mergeId, from, to, atMost }) =>
      inSteps(db, [
        ...PLACES.map(
          ({ table, id, fromText }) =>
            // Not by the index of entities: it has all rows of the entity, not this piece.
            sql`UPDATE ${sql.table(table)} SET entity_id = ${to} WHERE ${notByIndex(ENTITY)} = ${from}
              AND ${id} IN (SELECT ${fromText} FROM ${keptOf(mergeId, table, atMost)})`,
        ),
        ...forget(mergeId, atMost),
      ]),
    'rows.stay': ({ mergeId, atMost }) => inSteps(db, forget(mergeId, atMost)),
  }),
  reads: (db) => ({
    movedRows: {
      kindsFor: async (entityId) => {
        const { rows } = await read(
          sql<RowsOfKind>`SELECT 'interactions' AS kind, count(*) AS count FROM interactions WHERE entity_id = ${entityId}
            UNION ALL SELECT 'deals', count(*) FROM deals WHERE entity_id = ${entityId}`.execute(db),
        );
        return [...rows.filter(({ count }) => count > 0), ...(await recordsOf(db, entityId))];
      },
      hasMoreToFollow: async ({ from }, most) =>
        await isAny(
          db,
          PLACES.map(
            ({ table }) =>
              sql`SELECT 1 FROM ${sql.table(table)} WHERE entity_id = ${from} LIMIT 1 OFFSET ${most}`,
          ),
        ),
      hasMoreMoved: async (mergeId, most) =>
        await isAny(db, [sql`SELECT 1 FROM moved_rows WHERE merge_id = ${mergeId} LIMIT 1 OFFSET ${most}`]),
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
          PLACES.map(({ table }) =>
            read(
              sql<{
                count: number;
              }>`SELECT count(*) AS count FROM ${sql.table(table)} WHERE entity_id = ${entityId}`.execute(db),
            ),
          ),
        );
        return counts.reduce((sum, { rows }) => sum + (rows[0]?.count ?? 0), 0);
      },
    },
  }),
};

/** Rows that are read in one go: some milliseconds. */
const READ_AT_ONCE = 2_000;

/** Records that name the entity, by collection. One that names it in several columns counts once. */
async function recordsOf(db: Db, entity: string): Promise<readonly RowsOfKind[]> {
  const records = new Set<number>();
  for (let after = 0; ;) {
    const rows = await read(
      db
        .selectFrom('record_subjects')
        .select(['subject_no', 'record_no'])
        .where('entity_id', '=', entity)
        .where('subject_no', '>', after)
        .orderBy('subject_no')
        .limit(READ_AT_ONCE)
        .execute(),
    );
    for (const { record_no } of rows) records.add(record_no);
    after = rows.at(-1)?.subject_no ?? 0;
    if (rows.length < READ_AT_ONCE) break;
    await nextTurn();
  }
  const counts = new Map<number, number>();
  for (const one of records) counts.set(collectionOf(one), 1 + (counts.get(collectionOf(one)) ?? 0));
  const named = await read(
    db
      .selectFrom('collections')
      .select(['collection_no', 'name'])
      .where('collection_no', 'in', numbersOf(JSON.stringify([...counts.keys()])))
      .orderBy('name')
      .execute(),
  );
  return named.map(({ collection_no, name }) => ({
    kind: `records of ${name}`,
    count: counts.get(collection_no) ?? 0,
  }));
}

async function isAny(db: Db, queries: readonly RawBuilder<unknown>[]): Promise<boolean> {
  const exist = queries.map((query) => sql`EXISTS (${query})`);
  const { rows } = await read(
    sql<{ readonly found: SqlBool }>`SELECT ${sql.join(exist, sql` OR `)} AS found`.execute(db),
  );
  return Boolean(rows[0]?.found);
}

const inSteps = (db: Db, statements: readonly RawBuilder<unknown>[]): readonly Step[] =>
  statements.map((statement) => statement.compile(db));

const ENTITY = sql.ref<string>('entity_id');

const follow = (
  { table, id, asText, order }: Place,
  { mergeId, from, to }: Move,
  atMost: number | undefined,
): readonly RawBuilder<unknown>[] => {
  // Nothing changes these rows between the two steps, so both mean the same ones.
  const piece = sql`${sql.table(table)} WHERE entity_id = ${from} ORDER BY ${order} ${limitTo(atMost)}`;
  return [
    sql`INSERT INTO moved_rows (merge_id, place, row_id) SELECT ${mergeId}, ${table}, ${asText} FROM ${piece}
      ON CONFLICT DO NOTHING`,
    sql`UPDATE ${sql.table(table)} SET entity_id = ${to} WHERE ${notByIndex(ENTITY)} = ${from}
      AND ${id} IN (SELECT ${id} FROM ${piece})`,
  ];
};

/** A piece of what is kept of a merge in one place. */
const keptOf = (mergeId: string, table: string, atMost: number | undefined) =>
  sql`moved_rows WHERE merge_id = ${mergeId} AND place = ${table} ORDER BY row_id ${limitTo(atMost)}`;

const forget = (mergeId: string, atMost: number | undefined): readonly RawBuilder<unknown>[] => [
  ...PLACES.map(
    ({ table }) =>
      sql`DELETE FROM moved_rows WHERE merge_id = ${mergeId} AND place = ${table}
        AND row_id IN (SELECT row_id FROM ${keptOf(mergeId, table, atMost)})`,
  ),
  ...(atMost === undefined ? [sql`DELETE FROM row_moves WHERE merge_id = ${mergeId}`] : []),
];
