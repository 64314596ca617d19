import type { Migration } from '../../migrate.ts';

/** Threads in which something ended or was asked since their owner last saw them. */
export const unread: Migration = {
  name: 'unread',
  sql: `
    CREATE TABLE unread_threads (
      thread_id TEXT PRIMARY KEY REFERENCES threads ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
  `,
};
