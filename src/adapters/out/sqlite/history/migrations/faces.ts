import type { Migration } from '../../migrate.ts';

/** The threads that clients of a face hold: what they call them, and what they sent last. Deleted with their thread. */
export const faces: Migration = {
  name: 'faces',
  sql: `
    CREATE TABLE faced_threads (
      thread_id TEXT NOT NULL PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
      chat      TEXT,
      tip       TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX faced_threads_by_chat ON faced_threads (chat) WHERE chat IS NOT NULL;
    CREATE INDEX faced_threads_by_tip ON faced_threads (tip);
  `,
};
