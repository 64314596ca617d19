import type { Migration } from '../../migrate.ts';

/** Whose each entry is, and whether everybody reads it. Everything so far is the owner's, whom no text stands for. */
export const whoseEntries: Migration = {
  name: 'whose-entries',
  sql: `
    ALTER TABLE entries ADD COLUMN person_id TEXT NOT NULL DEFAULT '';
    ALTER TABLE entries ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
    DROP INDEX entries_in_order;
    CREATE INDEX entries_in_order ON entries (namespace, person_id, position) WHERE superseded_at IS NULL;
    DROP INDEX entries_past;
    CREATE INDEX entries_past ON entries (namespace, person_id, superseded_in, seq) WHERE superseded_at IS NOT NULL;
    CREATE INDEX entries_shared ON entries (namespace, seq) WHERE shared = 1 AND superseded_at IS NULL;

    CREATE TABLE texts (
      namespace TEXT NOT NULL,
      person_id TEXT NOT NULL,
      version   INTEGER NOT NULL,
      tail      TEXT NOT NULL,
      chars     INTEGER NOT NULL,
      PRIMARY KEY (namespace, person_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO texts SELECT namespace, '', version, tail, chars FROM namespaces;
    DROP TABLE namespaces;
    ALTER TABLE texts RENAME TO namespaces;
  `,
};
