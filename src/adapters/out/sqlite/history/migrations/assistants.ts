import type { Migration } from '../../migrate.ts';

/** Assistants, and what a conversation has of the one that it began with. */
export const assistants: Migration = {
  name: 'assistants',
  sql: `
    CREATE TABLE assistants (
      assistant_id TEXT PRIMARY KEY,
      name         TEXT NOT NULL,
      name_key     TEXT NOT NULL UNIQUE,
      instructions TEXT,
      profile      TEXT,
      tools_json   TEXT,
      created_at   INTEGER NOT NULL,
      updated_at   INTEGER NOT NULL
    ) STRICT;
    ALTER TABLE threads ADD COLUMN assistant_id TEXT;
    ALTER TABLE threads ADD COLUMN assistant_name TEXT;
    ALTER TABLE threads ADD COLUMN profile TEXT;
  `,
};
