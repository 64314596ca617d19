import type { Migration } from '../../migrate.ts';
import { OWNER } from './whose.ts';

/** Each person has their own, and two people may call theirs the same. Those so far are the owner's. */
export const whoseAssistants: Migration = {
  name: 'whose-assistants',
  sql: `
    CREATE TABLE assistants_of_people (
      assistant_id TEXT PRIMARY KEY,
      person_id    TEXT NOT NULL DEFAULT '',
      name         TEXT NOT NULL,
      name_key     TEXT NOT NULL,
      instructions TEXT,
      profile      TEXT,
      tools_json   TEXT,
      created_at   INTEGER NOT NULL,
      updated_at   INTEGER NOT NULL,
      UNIQUE (person_id, name_key)
    ) STRICT;
    INSERT INTO assistants_of_people
      SELECT assistant_id, ${OWNER}, name, name_key, instructions, profile, tools_json, created_at, updated_at
      FROM assistants;
    DROP TABLE assistants;
    ALTER TABLE assistants_of_people RENAME TO assistants;
  `,
};
