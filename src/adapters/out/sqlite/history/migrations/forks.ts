import type { Migration } from '../../migrate.ts';

/** Where a thread began as a copy; `from_thread_id` is null if that thread was deleted. */
export const forks: Migration = {
  name: 'forks',
  sql: `
    CREATE TABLE thread_forks (
      thread_id      TEXT PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
      from_thread_id TEXT REFERENCES threads ON DELETE SET NULL,
      from_seq       INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX forks_of_thread ON thread_forks (from_thread_id);
  `,
};
