import type { Migration } from '../../migrate.ts';

/**
 * The messages of a thread are a tree: those from `from_seq` on follow `after_seq`. A thread without rows here is one path,
 * and all of it is shown. `hidden_messages` follows from the branches and from what is shown.
 */
export const turnVersions: Migration = {
  name: 'turn-versions',
  sql: `
    CREATE TABLE thread_branches (
      thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
      from_seq  INTEGER NOT NULL,
      after_seq INTEGER NOT NULL,
      first_seq INTEGER,
      PRIMARY KEY (thread_id, from_seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE hidden_messages (
      thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
      from_seq  INTEGER NOT NULL,
      to_seq    INTEGER NOT NULL,
      PRIMARY KEY (thread_id, from_seq)
    ) STRICT, WITHOUT ROWID;
  `,
};
