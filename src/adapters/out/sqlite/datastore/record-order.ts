import { collectionLimits } from '../../../../core/knowledge/collections/limits.ts';
import type { OrderChange } from '../../../../core/knowledge/collections/store.ts';
import { sql, type Expression, type RawBuilder } from 'kysely';
import { prepared } from '../../sql/prepared.ts';
import { inSqliteAlone } from '../../sql/words.ts';
import { inSql, type Step } from '../../sql/step.ts';
import { recordOrder as migration } from './migrations/record-order.ts';
import type { Db, Part } from './part.ts';
import { rangeOf, slotColumn, SLOTS } from './slots.ts';
import type { OrderTables } from './schema.ts';

const DERIVED = 'it follows from the records, and is made again when a list asks for it';

/**
 * Which columns of large collections have their records in order. The order itself changes with the records. PostgreSQL has
 * no such orders: there, lists are sorted by their values.
 */
export const orders: Part<OrderTables, OrderChange, object> = {
  migration,
  exported: {
    ordered_columns: { arriving: 'derived', leftOut: DERIVED },
    record_order: { arriving: 'derived', leftOut: DERIVED },
  },
  steps: (db) => ({
    'column.order': ({ collectionNo, slot }) => [
      inSqliteAlone(sql`INSERT INTO ordered_columns (collection_no, slot, placed_to)
        SELECT collection_no, ${slot}, ${rangeOf(collectionNo)[0]} FROM collections
        WHERE collection_no = ${collectionNo} AND dropped_at IS NULL
        ON CONFLICT DO NOTHING`).compile(db),
    ],
    'column.place': ({ collectionNo, slot, most }) => {
      const next = sql`SELECT record_no FROM records
        WHERE record_no > (SELECT placed_to FROM ordered_columns WHERE collection_no = ${collectionNo} AND slot = ${slot})
          AND record_no < ${rangeOf(collectionNo)[1]}
        ORDER BY record_no LIMIT ${most}`;
      const held = sql.raw(slotColumn(slot));
      return [
        inSqliteAlone(sql`INSERT INTO record_order (${ENTRY}, is_whole)
          SELECT ${places(held, sql.lit(slot))}
          FROM records WHERE record_no IN (${next}) ORDER BY 3, 4, 5
          ON CONFLICT DO NOTHING`).compile(db),
        inSqliteAlone(sql`UPDATE ordered_columns SET placed_to = (SELECT max(record_no) FROM (${next}) AS placed)
          WHERE collection_no = ${collectionNo} AND slot = ${slot}`).compile(db),
      ];
    },
  }),
  reads: () => ({}),
};

const ENTRY = sql.raw('collection_no, slot, has_value, value, record_no');

/** What lists are sorted by, as the order holds it. */
const inOrder = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`CASE typeof(${value}) WHEN 'text' THEN substr(${value}, 1, ${sql.lit(collectionLimits.sortedChars)}) WHEN 'null' THEN 0 ELSE ${value} END`;

const places = (value: RawBuilder<unknown>, slot: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`collection_no, ${slot}, ${value} IS NOT NULL, ${inOrder(value)}, record_no, ${value} IS NULL OR ${inOrder(value)} = ${value}`;

const VALUE = sql.raw(
  `CASE slot ${SLOTS.map((slot) => `WHEN ${slot} THEN ${slotColumn(slot)}`).join(' ')} END`,
);
const V = sql.raw('v');

/** The values that these records have in the columns in order. */
const valuesOf = (which: Expression<unknown>): RawBuilder<unknown> =>
  sql`FROM (SELECT collection_no, slot, ${VALUE} AS v, record_no
    FROM (SELECT record_no AS asked FROM ${which}) AS these CROSS JOIN records ON record_no = asked
    CROSS JOIN ordered_columns USING (collection_no) LIMIT -1) AS held WHERE TRUE`;

const given = (nos: string): Expression<unknown> => sql`(SELECT value AS record_no FROM json_each(${nos}))`;

/** The records have no places. Reads the values, so it precedes every change of them. */
const notPlaced = (which: Expression<unknown>): RawBuilder<unknown> =>
  sql`DELETE FROM record_order WHERE (${ENTRY}) IN
    (SELECT collection_no, slot, v IS NOT NULL, ${inOrder(V)}, record_no ${valuesOf(which)})`;

/** The steps by which new and deleted records get and lose their places. */
export function placing(db: Db) {
  const inDb = (statement: RawBuilder<unknown>) => inSql(db, inSqliteAlone(statement));
  const place = prepared<{ readonly nos: string }>(({ nos }) =>
    inDb(sql`INSERT INTO record_order (${ENTRY}, is_whole)
      SELECT ${places(V, sql.raw('slot'))} ${valuesOf(given(nos))} ORDER BY 2, 3, 4, 5
      ON CONFLICT DO NOTHING`),
  );
  const leave = prepared<{ readonly nos: string }>(({ nos }) => inDb(notPlaced(given(nos))));
  return {
    /** As the values of the records are now. */
    placed: (recordNos: readonly number[]): readonly Step[] =>
      recordNos.length === 0 ? [] : [place({ nos: JSON.stringify(recordNos) })],
    /** Before they are deleted. */
    unplaced: (recordNos: readonly number[]): readonly Step[] =>
      recordNos.length === 0 ? [] : [leave({ nos: JSON.stringify(recordNos) })],
    /** @param which a table of record numbers */
    unplacedOf: (which: Expression<unknown>): Step => inDb(notPlaced(which)).compile(),
  };
}
