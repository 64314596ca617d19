import type { Migration } from '../../migrate.ts';

/** From where to where a merge moved rows, so that they can return without its record. */
export const rowMoves: Migration = {
  name: 'row-moves',
  sql: `
    CREATE TABLE row_moves (
      merge_id TEXT PRIMARY KEY,
      from_id  TEXT NOT NULL,
      to_id    TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
