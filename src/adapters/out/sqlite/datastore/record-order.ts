import { collectionLimits } from '../../../../core/knowledge/collections/limits.ts';
import type { OrderChange } from '../../../../core/knowledge/collections/store.ts';
import { sql, type Expression, type RawBuilder } from 'kysely';
import { stepsOf, type Step } from '../step.ts';
import { recordOrder as migration } from './migrations/record-order.ts';
import type { Db, Part } from './part.ts';
import { rangeOf, slotColumn, SLOTS } from './slots.ts';
import type { OrderTables } from './schema.ts';

const DERIVED = 'it follows from the records, and is made again when a list asks for it';

/** Which columns of large collections have their records in order. The order itself changes with the records. */
export const orders: Part<OrderTables, OrderChange, object> = {
  migration,
  exported: {
    ordered_columns: { arriving: 'derived', leftOut: DERIVED },
    record_order: { arriving: 'derived', leftOut: DERIVED },
  },
  steps: (db) => ({
    'column.order': ({ collectionNo, slot }) =>
      stepsOf([
        db
          .insertInto('ordered_columns')
          .columns(['collection_no', 'slot', 'placed_to'])
          .expression(
            db
              .selectFrom('collections')
              .select([
                'collection_no',
                sql`${slot}`.as('slot'),
                sql`${rangeOf(collectionNo)[0]}`.as('placed_to'),
              ])
              .where('collection_no', '=', collectionNo)
              .where('dropped_at', 'is', null),
          )
          .onConflict((same) => same.doNothing()),
      ]),
    'column.place': ({ collectionNo, slot, most }) => {
      const next = sql`SELECT record_no FROM records
        WHERE record_no > (SELECT placed_to FROM ordered_columns WHERE collection_no = ${collectionNo} AND slot = ${slot})
          AND record_no < ${rangeOf(collectionNo)[1]}
        ORDER BY record_no LIMIT ${most}`;
      const held = sql.raw(slotColumn(slot));
      return [
        sql`INSERT INTO record_order (${ENTRY}, is_whole)
          SELECT ${places(held, sql.lit(slot))}
          FROM records WHERE record_no IN (${next}) ORDER BY 3, 4, 5
          ON CONFLICT DO NOTHING`.compile(db),
        sql`UPDATE ordered_columns SET placed_to = (SELECT max(record_no) FROM (${next}) AS placed)
          WHERE collection_no = ${collectionNo} AND slot = ${slot}`.compile(db),
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

const given = (recordNos: readonly number[]): Expression<unknown> =>
  sql`(SELECT value AS record_no FROM json_each(${JSON.stringify(recordNos)}))`;

/** The records have their places, as their values are now. */
export const placed = (db: Db, recordNos: readonly number[]): readonly Step[] =>
  recordNos.length === 0
    ? []
    : [
        sql`INSERT INTO record_order (${ENTRY}, is_whole)
          SELECT ${places(V, sql.raw('slot'))} ${valuesOf(given(recordNos))} ORDER BY 2, 3, 4, 5
          ON CONFLICT DO NOTHING`.compile(db),
      ];

/** They have none. Reads the values, so it precedes every change of them. */
export const unplaced = (db: Db, recordNos: readonly number[]): readonly Step[] =>
  recordNos.length === 0 ? [] : [unplacedOf(db, given(recordNos))];

/** @param which a table of record numbers */
export const unplacedOf = (db: Db, which: Expression<unknown>): Step =>
  sql`DELETE FROM record_order WHERE (${ENTRY}) IN
    (SELECT collection_no, slot, v IS NOT NULL, ${inOrder(V)}, record_no ${valuesOf(which)})`.compile(db);
