import type { Migration } from '../../migrate.ts';

/**
 * Model calls outside runs, with their cost. They outlive their thread, because the money stays spent. Existing
 * summaries become the first of them.
 */
export const sideCalls: Migration = {
  name: 'side-calls',
  sql: `
    CREATE TABLE side_calls (
      side_call_id TEXT PRIMARY KEY,
      purpose      TEXT NOT NULL CHECK (purpose IN ('compaction', 'extraction')),
      thread_id    TEXT REFERENCES threads ON DELETE SET NULL,
      run_id       TEXT,
      model        TEXT NOT NULL,
      provider     TEXT NOT NULL,
      usage_json   TEXT NOT NULL,
      cost_usd     REAL NOT NULL,
      outcome      TEXT NOT NULL CHECK (outcome IN ('useful', 'empty', 'failed')),
      error_json   TEXT,
      created_at   INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX side_calls_newest ON side_calls (created_at, model, purpose, outcome, cost_usd);
    CREATE INDEX side_calls_of_thread ON side_calls (thread_id) WHERE thread_id IS NOT NULL;
    INSERT INTO side_calls
      SELECT thread_id || ':' || upto_seq, 'compaction', thread_id, NULL, model, 'unknown',
        '{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}', cost_usd, 'useful', NULL, created_at
      FROM compactions;
    DROP INDEX compactions_newest;
  `,
};
