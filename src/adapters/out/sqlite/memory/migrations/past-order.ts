import type { Migration } from '../../migrate.ts';

/**
 * Orders the past of a namespace by when it became past, because the clock may be set back: `superseded_in` is the
 * version of the namespace that first lacks the entry. Existing past entries get negative numbers, in their listed
 * order.
 */
export const pastOrder: Migration = {
  name: 'past-order',
  sql: `
    ALTER TABLE entries ADD COLUMN superseded_in INTEGER;
    UPDATE entries SET superseded_in = numbered.nth FROM (
      SELECT seq, -row_number() OVER (PARTITION BY namespace ORDER BY superseded_at DESC, seq DESC) AS nth
      FROM entries WHERE superseded_at IS NOT NULL
    ) AS numbered WHERE numbered.seq = entries.seq;
    DROP INDEX entries_past;
    CREATE INDEX entries_past ON entries (namespace, superseded_in, seq) WHERE superseded_at IS NOT NULL;
  `,
};
