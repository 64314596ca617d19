import type { Migration } from '../../migrate.ts';

/**
 * For the history. `runs_newest` now includes the columns by which runs are filtered and summed, so that neither reads
 * the runs themselves. `spent_days` and `tool_days` hold the sums of whole days (UTC) and grow with every run and call
 * that ends, so the cost of statistics does not depend on how many there were. They outlive the threads.
 */
export const history: Migration = {
  name: 'history',
  sql: `
    ALTER TABLE runs ADD COLUMN input_tokens INTEGER
      GENERATED ALWAYS AS (usage_json ->> '$.inputTokens') VIRTUAL;
    ALTER TABLE runs ADD COLUMN output_tokens INTEGER
      GENERATED ALWAYS AS (usage_json ->> '$.outputTokens') VIRTUAL;
    ALTER TABLE runs ADD COLUMN cache_read_tokens INTEGER
      GENERATED ALWAYS AS (usage_json ->> '$.cacheReadTokens') VIRTUAL;
    ALTER TABLE runs ADD COLUMN cache_write_tokens INTEGER
      GENERATED ALWAYS AS (usage_json ->> '$.cacheWriteTokens') VIRTUAL;

    DROP INDEX runs_newest;
    CREATE INDEX runs_newest ON runs (
      created_at DESC, run_id DESC, status, model, session_id,
      cost_usd, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
    );
    DROP INDEX runs_of_thread;
    CREATE INDEX runs_of_thread ON runs (thread_id, created_at DESC, run_id DESC);
    CREATE INDEX tool_calls_by_time ON tool_calls (started_at, name, success) WHERE success IS NOT NULL;

    CREATE TABLE spent_days (
      day                INTEGER NOT NULL,
      model              TEXT NOT NULL,
      provider           TEXT NOT NULL,
      status             TEXT NOT NULL,
      runs               INTEGER NOT NULL,
      cost_usd           REAL NOT NULL,
      duration_ms        INTEGER NOT NULL,
      wait_ms            INTEGER NOT NULL,
      input_tokens       INTEGER NOT NULL,
      output_tokens      INTEGER NOT NULL,
      cache_read_tokens  INTEGER NOT NULL,
      cache_write_tokens INTEGER NOT NULL,
      PRIMARY KEY (day, model, provider, status)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO spent_days
      SELECT created_at / 86400000, model, provider, status, count(*), sum(cost_usd), sum(duration_ms), sum(wait_ms),
        sum(input_tokens), sum(output_tokens), sum(cache_read_tokens), sum(cache_write_tokens)
      FROM runs WHERE status <> 'running' GROUP BY 1, 2, 3, 4;

    CREATE TABLE tool_days (
      day      INTEGER NOT NULL,
      name     TEXT NOT NULL,
      calls    INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      PRIMARY KEY (day, name)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tool_days
      SELECT started_at / 86400000, name, count(*), sum(success = 0)
      FROM tool_calls WHERE success IS NOT NULL GROUP BY 1, 2;
  `,
};
