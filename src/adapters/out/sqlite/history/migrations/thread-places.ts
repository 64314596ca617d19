import type { Migration } from '../../migrate.ts';

/** Of threads that are pinned or in a folder; deleted with their thread. */
export const threadPlaces: Migration = {
  name: 'thread-places',
  sql: `
    CREATE TABLE thread_places (
      thread_id TEXT PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
      pinned_at INTEGER,
      folder    TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX pinned_threads ON thread_places (thread_id) WHERE pinned_at IS NOT NULL;
    CREATE INDEX threads_in_folder ON thread_places (folder, thread_id) WHERE folder IS NOT NULL;
  `,
};
