import type { Migration } from '../../migrate.ts';

/**
 * What the owner has allowed the agent. Grants for one conversation are deleted with it; the others stay as a record.
 */
export const grants: Migration = {
  name: 'grants',
  sql: `
    CREATE TABLE grants (
      grant_id   TEXT PRIMARY KEY,
      class      TEXT NOT NULL,
      target     TEXT,
      tool       TEXT,
      thread_id  TEXT REFERENCES threads ON DELETE CASCADE,
      granted_by TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      revoked_at INTEGER
    ) STRICT;
    CREATE INDEX grants_that_may_count ON grants (expires_at) WHERE revoked_at IS NULL;
    CREATE INDEX grants_of_thread ON grants (thread_id) WHERE thread_id IS NOT NULL;
  `,
};
