import type { Migration } from '../../migrate.ts';

/** From where to where a merge moved links of conversations, so that they can return without its record. */
export const linkMoves: Migration = {
  name: 'link-moves',
  sql: `
    CREATE TABLE link_moves (
      merge_id TEXT PRIMARY KEY,
      from_id  TEXT NOT NULL,
      to_id    TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
