import type { Migration } from '../../migrate.ts';

/** Things that were offered to somebody else, who has not said yes or no. */
export const handovers: Migration = {
  name: 'handovers',
  sql: `
    CREATE TABLE handovers (
      handover_id TEXT NOT NULL PRIMARY KEY,
      kind        TEXT NOT NULL,
      thing_id    TEXT NOT NULL,
      person_id   TEXT NOT NULL,
      to_id       TEXT NOT NULL,
      created_at  INTEGER NOT NULL,
      UNIQUE (kind, thing_id)
    ) STRICT;
  `,
};
