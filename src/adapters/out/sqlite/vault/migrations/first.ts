import type { Migration } from '../../migrate.ts';

/** The hosts of a secret have a table of their own, because a secret may also come from the environment. */
export const first: Migration = {
  name: 'first',
  sql: `
    CREATE TABLE vault (
      one  INTEGER PRIMARY KEY CHECK (one = 1),
      salt BLOB NOT NULL
    ) STRICT;
    CREATE TABLE keys (
      key_id     TEXT PRIMARY KEY,
      created_at INTEGER NOT NULL,
      retired_at INTEGER,
      wrapped    BLOB,
      CHECK ((retired_at IS NULL) = (wrapped IS NULL))
    ) STRICT;
    CREATE UNIQUE INDEX keys_one_current ON keys (retired_at IS NULL) WHERE retired_at IS NULL;
    CREATE TABLE secrets (
      name       TEXT PRIMARY KEY,
      key_id     TEXT NOT NULL REFERENCES keys,
      sealed     BLOB NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE bindings (
      name  TEXT NOT NULL,
      place INTEGER NOT NULL,
      host  TEXT NOT NULL,
      PRIMARY KEY (name, place)
    ) STRICT, WITHOUT ROWID;
  `,
};
