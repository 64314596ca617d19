import type { Migration } from '../../migrate.ts';

/**
 * Model calls that are not over, with the most that they may cost: what is left of them after a crash counts. A side call
 * brings what its row will say; runs and sub-agents have rows already, or events.
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
