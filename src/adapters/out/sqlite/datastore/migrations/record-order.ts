import type { Migration } from '../../migrate.ts';
import { SLOTS } from '../slots.ts';

const valueIn = (row: 'OLD' | 'NEW'): string =>
  `CASE slot ${SLOTS.map((slot) => `WHEN ${slot} THEN ${row}.v${slot}`).join(' ')} END`;

const inOrder = "CASE typeof(v) WHEN 'text' THEN substr(v, 1, 200) WHEN 'null' THEN 0 ELSE v END";

/** The values of a changed record in the columns in order that have others now. */
const changedIn = (row: 'OLD' | 'NEW'): string => `(SELECT slot, ${valueIn(row)} AS v FROM ordered_columns
  WHERE collection_no = ${row}.collection_no AND ${valueIn('OLD')} IS NOT ${valueIn('NEW')} LIMIT -1)`;

/**
 * Records in the order of a column, for columns of large collections that filters or sorted lists asked for. New and
 * deleted records are placed by those who write them, many at once; a changed one by a trigger, which knows what changed.
 */
export const recordOrder: Migration = {
  name: 'record-order',
  sql: `
    CREATE TABLE ordered_columns (
      collection_no INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
      slot          INTEGER NOT NULL,
      -- The last record of those that have their place; null once all have.
      placed_to     INTEGER,
      PRIMARY KEY (collection_no, slot)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE record_order (
      collection_no INTEGER NOT NULL,
      slot          INTEGER NOT NULL,
      has_value     INTEGER NOT NULL,
      -- Of a text its beginning; 0 for none.
      value         ANY NOT NULL,
      record_no     INTEGER NOT NULL,
      -- Whether it is all of the text.
      is_whole      INTEGER NOT NULL,
      PRIMARY KEY (collection_no, slot, has_value, value, record_no)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER record_changes_places AFTER UPDATE OF ${SLOTS.map((slot) => `v${slot}`).join(', ')} ON records
    BEGIN
      DELETE FROM record_order WHERE (collection_no, slot, has_value, value, record_no) IN
        (SELECT OLD.collection_no, slot, v IS NOT NULL, ${inOrder}, OLD.record_no FROM ${changedIn('OLD')});
      INSERT OR IGNORE INTO record_order (collection_no, slot, has_value, value, record_no, is_whole)
        SELECT NEW.collection_no, slot, v IS NOT NULL, ${inOrder}, NEW.record_no, v IS NULL OR ${inOrder} = v
        FROM ${changedIn('NEW')};
    END;
  `,
};
