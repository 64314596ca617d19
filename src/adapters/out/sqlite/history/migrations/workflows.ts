import type { Migration } from '../../migrate.ts';

/** Work in steps: definitions, their runs, and how far each step of a run has come. */
export const workflows: Migration = {
  name: 'workflows',
  sql: `
    CREATE TABLE workflows (
      workflow_no      INTEGER PRIMARY KEY,
      workflow_id      TEXT NOT NULL UNIQUE,
      name             TEXT NOT NULL,
      description      TEXT,
      steps_json       TEXT NOT NULL,
      parameters_json  TEXT NOT NULL,
      permissions_json TEXT NOT NULL,
      expectation_json TEXT,
      of_agent         INTEGER NOT NULL,
      created_by       TEXT NOT NULL,
      created_at       INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE workflow_runs (
      workflow_run_no  INTEGER PRIMARY KEY,
      workflow_run_id  TEXT NOT NULL UNIQUE,
      workflow_id      TEXT REFERENCES workflows (workflow_id) ON DELETE SET NULL,
      name             TEXT NOT NULL,
      steps_json       TEXT NOT NULL,
      parameters_json  TEXT NOT NULL,
      expectation_json TEXT,
      baseline_json    TEXT NOT NULL,
      of_agent         INTEGER NOT NULL,
      status           TEXT NOT NULL,
      outcome          TEXT,
      error_json       TEXT,
      step_count       INTEGER NOT NULL,
      steps_done       INTEGER NOT NULL,
      cost_usd         REAL NOT NULL,
      started_by       TEXT NOT NULL,
      started_at       INTEGER NOT NULL,
      ended_at         INTEGER,
      stopped_at       INTEGER,
      idempotency_key  TEXT
    ) STRICT;
    CREATE UNIQUE INDEX workflow_run_of_key ON workflow_runs (workflow_id, idempotency_key)
      WHERE idempotency_key IS NOT NULL;
    CREATE INDEX workflow_runs_of_workflow ON workflow_runs (workflow_id, workflow_run_no);
    CREATE INDEX workflow_runs_by_start ON workflow_runs (started_at);
    CREATE INDEX workflow_runs_running ON workflow_runs (workflow_run_no) WHERE status = 'running';

    CREATE TABLE workflow_steps (
      workflow_run_id TEXT NOT NULL REFERENCES workflow_runs (workflow_run_id) ON DELETE CASCADE,
      step_no         INTEGER NOT NULL,
      step_id         TEXT NOT NULL,
      status          TEXT NOT NULL,
      attempt         INTEGER NOT NULL,
      run_id          TEXT,
      thread_id       TEXT REFERENCES threads ON DELETE SET NULL,
      session_id      TEXT,
      result          TEXT,
      truncated       INTEGER NOT NULL,
      error_json      TEXT,
      usage_json      TEXT,
      cost_usd        REAL NOT NULL,
      started_at      INTEGER,
      ended_at        INTEGER,
      UNIQUE (workflow_run_id, step_no),
      UNIQUE (workflow_run_id, step_id)
    ) STRICT;
    CREATE INDEX workflow_steps_of_thread ON workflow_steps (thread_id) WHERE thread_id IS NOT NULL;

    -- What a conversation said goes with it.
    CREATE TRIGGER step_forgets AFTER UPDATE OF thread_id ON workflow_steps
      WHEN old.thread_id IS NOT NULL AND new.thread_id IS NULL
      BEGIN UPDATE workflow_steps SET result = NULL, truncated = 0 WHERE rowid = new.rowid; END;

    ALTER TABLE grants ADD COLUMN workflow_id TEXT;
    CREATE INDEX grants_of_workflow ON grants (workflow_id) WHERE workflow_id IS NOT NULL;
  `,
};
