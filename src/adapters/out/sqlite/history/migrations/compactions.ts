import type { Migration } from '../../migrate.ts';

/** Summaries that replace the messages up to `upto_seq`, for the model only; the messages stay. */
export const compactions: Migration = {
  name: 'compactions',
  sql: `
    CREATE TABLE compactions (
      thread_id     TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
      upto_seq      INTEGER NOT NULL,
      summary       TEXT NOT NULL,
      trigger_by    TEXT NOT NULL CHECK (trigger_by IN ('manual', 'automatic')),
      focus         TEXT,
      tokens_before INTEGER NOT NULL,
      tokens_after  INTEGER NOT NULL,
      model         TEXT NOT NULL,
      cost_usd      REAL NOT NULL,
      created_at    INTEGER NOT NULL,
      PRIMARY KEY (thread_id, upto_seq)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX compactions_newest ON compactions (created_at);
    CREATE INDEX tool_calls_by_id ON tool_calls (tool_call_id);
  `,
};
