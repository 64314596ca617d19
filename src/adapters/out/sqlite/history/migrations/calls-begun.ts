import type { Migration } from '../../migrate.ts';

/**
 * Model calls that have not ended, with their worst-case cost: after a crash it counts as the cost. For a side call the
 * row includes the content of its later row; runs and sub-agents already have rows or events.
 */
export const callsBegun: Migration = {
  name: 'calls-begun',
  sql: `
    CREATE TABLE calls_begun (
      caller_id      TEXT PRIMARY KEY,
      worst_usd      REAL NOT NULL,
      side_call_json TEXT,
      created_at     INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
