import type { Migration } from '../../migrate.ts';

/** Threads that came from elsewhere: from which assistant, and the id of the conversation there. Deleted with their thread. */
export const past: Migration = {
  name: 'past',
  sql: `
    CREATE TABLE past_threads (
      thread_id TEXT NOT NULL PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
      kind      TEXT NOT NULL,
      source_id TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX past_threads_by_kind ON past_threads (kind, source_id);
  `,
};
