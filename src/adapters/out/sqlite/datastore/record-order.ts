import { collectionLimits } from '../../../../core/knowledge/collections/limits.ts';
import type { OrderChange } from '../../../../core/knowledge/collections/store.ts';
import type { Step } from '../step.ts';
import { recordOrder as migration } from './migrations/record-order.ts';
import type { Part } from './part.ts';
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
  steps: () => ({
    'column.order': ({ collectionNo, slot }) => [
      {
        sql: `INSERT INTO ordered_columns (collection_no, slot, placed_to)
          SELECT collection_no, ?, ? FROM collections WHERE collection_no = ? AND dropped_at IS NULL
          ON CONFLICT DO NOTHING`,
        parameters: [slot, rangeOf(collectionNo)[0], collectionNo],
      },
    ],
    'column.place': ({ collectionNo, slot, most }) => {
      const next = `SELECT record_no FROM records
        WHERE record_no > (SELECT placed_to FROM ordered_columns WHERE collection_no = ? AND slot = ?) AND record_no < ?
        ORDER BY record_no LIMIT ?`;
      const which = [collectionNo, slot, rangeOf(collectionNo)[1], most];
      return [
        {
          sql: `INSERT OR IGNORE INTO record_order (${ENTRY}, is_whole)
            SELECT ${places(`${slotColumn(slot)}`, String(slot))}
            FROM records WHERE record_no IN (${next}) ORDER BY 3, 4, 5`,
          parameters: which,
        },
        {
          sql: `UPDATE ordered_columns SET placed_to = (SELECT max(record_no) FROM (${next}))
            WHERE collection_no = ? AND slot = ?`,
          parameters: [...which, collectionNo, slot],
        },
      ];
    },
  }),
  reads: () => ({}),
};

const ENTRY = 'collection_no, slot, has_value, value, record_no';

/** What lists are sorted by, as the order holds it. */
const inOrder = (value: string): string =>
  `CASE typeof(${value}) WHEN 'text' THEN substr(${value}, 1, ${collectionLimits.sortedChars}) WHEN 'null' THEN 0 ELSE ${value} END`;

const places = (value: string, slot: string): string =>
  `collection_no, ${slot}, ${value} IS NOT NULL, ${inOrder(value)}, record_no, ${value} IS NULL OR ${inOrder(value)} = ${value}`;

const VALUE = `CASE slot ${SLOTS.map((slot) => `WHEN ${slot} THEN ${slotColumn(slot)}`).join(' ')} END`;

/** The values that these records have in the columns in order. */
const valuesOf = (which: string): string =>
  `FROM (SELECT collection_no, slot, ${VALUE} AS v, record_no
    FROM (SELECT record_no AS asked FROM ${which}) CROSS JOIN records ON record_no = asked
    CROSS JOIN ordered_columns USING (collection_no) LIMIT -1)`;

const GIVEN = '(SELECT value AS record_no FROM json_each(?))';

/** The records have their places, as their values are now. */
export const placed = (recordNos: readonly number[]): readonly Step[] =>
  recordNos.length === 0
    ? []
    : [
        {
          sql: `INSERT OR IGNORE INTO record_order (${ENTRY}, is_whole)
            SELECT ${places('v', 'slot')} ${valuesOf(GIVEN)} ORDER BY 2, 3, 4, 5`,
          parameters: [JSON.stringify(recordNos)],
        },
      ];

/** They have none. Reads the values, so it precedes every change of them. */
export const unplaced = (recordNos: readonly number[]): readonly Step[] =>
  recordNos.length === 0 ? [] : [unplacedOf(GIVEN, [JSON.stringify(recordNos)])];

/** @param which a table of record numbers */
export const unplacedOf = (which: string, parameters: readonly unknown[]): Step => ({
  sql: `DELETE FROM record_order WHERE (${ENTRY}) IN
    (SELECT collection_no, slot, v IS NOT NULL, ${inOrder('v')}, record_no ${valuesOf(which)})`,
  parameters,
});
