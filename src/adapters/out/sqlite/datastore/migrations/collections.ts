import type { Migration } from '../../migrate.ts';
import { SLOTS } from '../slots.ts';

/**
 * Collections of records. The tables are the same whatever collections there are: a column of a collection has one of
 * the places v1 to v50. The numbers of a collection's records are one range, so that it lies together in the file, in
 * the order of the records.
 */
export const collections: Migration = {
  name: 'collections',
  sql: `
    CREATE TABLE collections (
      collection_no INTEGER PRIMARY KEY AUTOINCREMENT,
      name          TEXT NOT NULL UNIQUE,
      description   TEXT,
      columns_json  TEXT NOT NULL,
      emptying_json TEXT NOT NULL,
      record_count  INTEGER NOT NULL,
      bytes         INTEGER NOT NULL,
      next_no       INTEGER NOT NULL,
      created_at    INTEGER NOT NULL,
      updated_at    INTEGER NOT NULL,
      dropped_at    INTEGER
    ) STRICT;

    CREATE TABLE records (
      record_no     INTEGER PRIMARY KEY,
      record_id     TEXT NOT NULL UNIQUE,
      collection_no INTEGER NOT NULL,
      record_key    TEXT,
      bytes         INTEGER NOT NULL,
      created_at    INTEGER NOT NULL,
      updated_at    INTEGER NOT NULL,
      ${SLOTS.map((slot) => `v${slot} ANY`).join(',\n      ')}
    ) STRICT;
    CREATE UNIQUE INDEX records_of_key ON records (collection_no, record_key) WHERE record_key IS NOT NULL;

    CREATE TABLE record_subjects (
      subject_no INTEGER PRIMARY KEY AUTOINCREMENT,
      record_no  INTEGER NOT NULL REFERENCES records ON DELETE CASCADE,
      slot       INTEGER NOT NULL,
      entity_id  TEXT NOT NULL,
      UNIQUE (record_no, slot)
    ) STRICT;
    CREATE INDEX record_subjects_of_entity ON record_subjects (entity_id);
  `,
};
