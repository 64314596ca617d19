import type { Migration } from '../../migrate.ts';

/** What triggers have to tell their owner. */
export const notices: Migration = {
  name: 'notices',
  sql: `
    CREATE TABLE notices (
      notice_no  INTEGER PRIMARY KEY,
      notice_id  TEXT NOT NULL UNIQUE,
      kind       TEXT NOT NULL,
      title      TEXT NOT NULL,
      text       TEXT NOT NULL,
      trigger_id TEXT REFERENCES triggers (trigger_id) ON DELETE SET NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX notices_of_trigger ON notices (trigger_id) WHERE trigger_id IS NOT NULL;
  `,
};
