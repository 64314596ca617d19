import type { Migration } from '../../migrate.ts';

/**
 * What the engine learned from its own runs. `insight_state` says up to which end of a run they are counted. Each column
 * that threads are sorted by has an index, which also holds the time of the last run, by which they are filtered.
 * `patterns` also has what was not seen often enough to be told (`told` = 0); all but costly threads have their
 * evidence run by run, and follow from it.
 */
export const insights: Migration = {
  name: 'insights',
  sql: `
    CREATE TABLE insight_state (
      one            INTEGER PRIMARY KEY CHECK (one = 1),
      end_no         INTEGER NOT NULL,
      run_id         TEXT NOT NULL,
      last_pattern   INTEGER NOT NULL,
      -- Of threads that have cost something, when they were last weighed; and the runs counted since.
      priced_threads INTEGER NOT NULL,
      median_usd     REAL NOT NULL,
      counted_since  INTEGER NOT NULL
    ) STRICT;
    INSERT INTO insight_state VALUES (1, 0, '', 0, 0, 0, 0);

    CREATE TABLE thread_tallies (
      thread_no       INTEGER PRIMARY KEY,
      thread_id       TEXT NOT NULL UNIQUE,
      runs            INTEGER NOT NULL,
      failed_runs     INTEGER NOT NULL,
      tool_calls      INTEGER NOT NULL,
      tokens          INTEGER NOT NULL,
      cost_usd        REAL NOT NULL,
      duration_ms     INTEGER NOT NULL,
      wait_ms         INTEGER NOT NULL,
      first_run_at    INTEGER NOT NULL,
      last_run_at     INTEGER NOT NULL,
      last_end_no     INTEGER NOT NULL,
      avg_duration_ms INTEGER NOT NULL GENERATED ALWAYS AS (duration_ms / runs) VIRTUAL
    ) STRICT;
    CREATE INDEX thread_tallies_by_runs ON thread_tallies (runs, thread_no, last_run_at);
    CREATE INDEX thread_tallies_by_failed_runs ON thread_tallies (failed_runs, thread_no, last_run_at);
    CREATE INDEX thread_tallies_by_tool_calls ON thread_tallies (tool_calls, thread_no, last_run_at);
    CREATE INDEX thread_tallies_by_tokens ON thread_tallies (tokens, thread_no, last_run_at);
    CREATE INDEX thread_tallies_by_cost ON thread_tallies (cost_usd, thread_no, last_run_at);
    CREATE INDEX thread_tallies_by_duration ON thread_tallies (avg_duration_ms, thread_no, last_run_at);
    CREATE INDEX thread_tallies_by_wait ON thread_tallies (wait_ms, thread_no, last_run_at);
    CREATE INDEX thread_tallies_by_end ON thread_tallies (last_end_no, thread_no, last_run_at);

    CREATE TABLE patterns (
      pattern_no    INTEGER PRIMARY KEY,
      kind          TEXT NOT NULL,
      key           TEXT NOT NULL,
      tools_json    TEXT NOT NULL,
      told          INTEGER NOT NULL,
      runs          INTEGER NOT NULL,
      calls         INTEGER NOT NULL,
      failures      INTEGER NOT NULL,
      first_seen_at INTEGER NOT NULL,
      last_seen_at  INTEGER NOT NULL,
      last_end_no   INTEGER NOT NULL,
      UNIQUE (kind, key)
    ) STRICT;
    CREATE INDEX patterns_told ON patterns (last_end_no, pattern_no) WHERE told = 1;

    -- Runs and threads by number: the less a row takes, the fewer pages the evidence of a run touches.
    CREATE TABLE pattern_evidence (
      pattern_no INTEGER NOT NULL REFERENCES patterns ON DELETE CASCADE,
      end_no     INTEGER NOT NULL,
      thread_no  INTEGER NOT NULL,
      at         INTEGER NOT NULL,
      calls      INTEGER NOT NULL,
      failures   INTEGER NOT NULL,
      text       TEXT,
      topic_json TEXT,
      PRIMARY KEY (pattern_no, end_no)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX pattern_evidence_of_thread ON pattern_evidence (thread_no);
  `,
};
