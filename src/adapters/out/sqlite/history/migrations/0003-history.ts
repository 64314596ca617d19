import type { Migration } from '../../migrate.ts';

/**
 * What the history asks for. `runs_newest` now carries what runs are filtered and summed up by, so that neither
 * looks at the runs themselves; `runs_by_model` has them in the order in which statistics group them.
 */
export const history: Migration = {
  name: '0003-history',
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
    CREATE INDEX runs_by_model ON runs (
      model, provider, status, created_at,
      cost_usd, duration_ms, wait_ms, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
    );
    DROP INDEX runs_of_thread;
    CREATE INDEX runs_of_thread ON runs (thread_id, created_at DESC, run_id DESC);

    CREATE INDEX tool_calls_by_name ON tool_calls (name, success, started_at) WHERE success IS NOT NULL;
  `,
};
