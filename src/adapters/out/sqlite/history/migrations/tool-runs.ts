import type { Migration } from '../../migrate.ts';

/**
 * What hosts of the tool server know: their sessions, each with the session of the engine behind it, and the runs that
 * they can poll. A row of `tool_runs` is written before that of its run. `tool_state_dirs` are the folders of hosts with
 * a file mcp-runs.json.
 */
export const toolRuns: Migration = {
  name: 'tool-runs',
  sql: `
    CREATE TABLE tool_sessions (
      tool_session_id TEXT PRIMARY KEY,
      principal       TEXT NOT NULL,
      session_id      TEXT NOT NULL,
      created_at      INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tool_runs (
      tool_run_no     INTEGER PRIMARY KEY,
      run_id          TEXT NOT NULL UNIQUE,
      tool_session_id TEXT NOT NULL REFERENCES tool_sessions ON DELETE CASCADE,
      principal       TEXT NOT NULL,
      client          TEXT,
      waits           TEXT NOT NULL,
      state_dir       TEXT,
      files_dir       TEXT,
      created_at      INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tool_runs_of_session ON tool_runs (tool_session_id);

    CREATE TABLE tool_state_dirs (
      principal TEXT NOT NULL,
      state_dir TEXT NOT NULL,
      PRIMARY KEY (principal, state_dir)
    ) STRICT, WITHOUT ROWID;
  `,
};
