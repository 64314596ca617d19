import type { Migration } from '../../migrate.ts';

const BY = {
  runs: 'runs',
  failed_runs: 'failed_runs',
  tool_calls: 'tool_calls',
  tokens: 'tokens',
  cost: 'cost_usd',
  duration: 'avg_duration_ms',
  wait: 'wait_ms',
  end: 'last_end_no',
} as const;

/**
 * Whose each insight is. Everything so far is the owner's, whom no text stands for. `key` names a pattern among those of its kind
 * and person; that of a member begins with their id, so that two people may do the same. What threads cost is weighed for each.
 */
export const whoseInsights: Migration = {
  name: 'whose-insights',
  sql: `
    ALTER TABLE thread_tallies ADD COLUMN person_id TEXT NOT NULL DEFAULT '';
    ${Object.entries(BY)
      .map(
        ([name, column]) => `
    DROP INDEX thread_tallies_by_${name};
    CREATE INDEX thread_tallies_by_${name} ON thread_tallies (person_id, ${column}, thread_no, last_run_at);`,
      )
      .join('')}
    ALTER TABLE patterns ADD COLUMN person_id TEXT NOT NULL DEFAULT '';
    DROP INDEX patterns_told;
    CREATE INDEX patterns_told ON patterns (person_id, last_end_no, pattern_no) WHERE told = 1;

    CREATE TABLE insight_weights (
      person_id      TEXT PRIMARY KEY,
      -- Of threads that have cost something, when they were last weighed; and the runs counted since.
      priced_threads INTEGER NOT NULL,
      median_usd     REAL NOT NULL,
      counted_since  INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO insight_weights SELECT '', priced_threads, median_usd, counted_since FROM insight_state;
    ALTER TABLE insight_state DROP COLUMN priced_threads;
    ALTER TABLE insight_state DROP COLUMN median_usd;
    ALTER TABLE insight_state DROP COLUMN counted_since;
  `,
};
