import type { Migration } from '../../migrate.ts';

/**
 * Sub-agents: the cost of each is a side call, of the model that ran. `runs.agents_cost_usd` is the total for the
 * sub-agents of a run, apart from the cost of its own turns. Their calls are calls of the run, under their name.
 */
export const agents: Migration = {
  name: 'agents',
  sql: `
    ALTER TABLE runs ADD COLUMN agents_cost_usd REAL NOT NULL DEFAULT 0;
    ALTER TABLE tool_calls ADD COLUMN agent TEXT;

    CREATE TABLE side_calls_with_agents (
      side_call_id TEXT PRIMARY KEY,
      purpose      TEXT NOT NULL CHECK (purpose IN ('compaction', 'extraction', 'subagent')),
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
    INSERT INTO side_calls_with_agents SELECT * FROM side_calls;
    DROP TABLE side_calls;
    ALTER TABLE side_calls_with_agents RENAME TO side_calls;
    CREATE INDEX side_calls_newest ON side_calls (created_at, model, purpose, outcome, cost_usd);
    CREATE INDEX side_calls_of_thread ON side_calls (thread_id) WHERE thread_id IS NOT NULL;
  `,
};
