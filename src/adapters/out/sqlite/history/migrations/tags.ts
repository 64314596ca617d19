import type { Migration } from '../../migrate.ts';

/** Tags of threads, deleted with their thread. */
export const tags: Migration = {
  name: 'tags',
  sql: `
    CREATE TABLE thread_tags (
      tag       TEXT NOT NULL,
      thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
      PRIMARY KEY (tag, thread_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tags_of_thread ON thread_tags (thread_id);
  `,
};
