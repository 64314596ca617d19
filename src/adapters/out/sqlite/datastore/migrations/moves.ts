import type { Migration } from '../../migrate.ts';

/** The rows of datastore.db that a merge moved from one entity to another, so that it can be taken back. */
export const moves: Migration = {
  name: 'moves',
  sql: `
    CREATE TABLE moved_rows (
      merge_id   TEXT NOT NULL,
      place      TEXT NOT NULL,
      row_id     TEXT NOT NULL,
      PRIMARY KEY (merge_id, place, row_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
