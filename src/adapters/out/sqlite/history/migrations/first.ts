import type { Migration } from '../../migrate.ts';

/** Instants are epoch milliseconds; columns named `…_json` hold JSON text that only the stores read. */
export const first: Migration = {
  name: 'first',
  sql: `
    CREATE TABLE threads (
      thread_id     TEXT PRIMARY KEY,
      title         TEXT NOT NULL,
      titled        INTEGER NOT NULL DEFAULT 0,
      archived      INTEGER NOT NULL DEFAULT 0,
      message_count INTEGER NOT NULL DEFAULT 0,
      cost_usd      REAL NOT NULL DEFAULT 0,
      created_at    INTEGER NOT NULL,
      updated_at    INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX threads_newest ON threads (updated_at DESC, thread_id DESC);
    CREATE INDEX threads_newest_kept ON threads (updated_at DESC, thread_id DESC) WHERE archived = 0;

    CREATE TABLE sessions (
      session_id TEXT PRIMARY KEY,
      thread_id  TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
      profile    TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sessions_of_thread ON sessions (thread_id);

    CREATE TABLE messages (
      thread_id    TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
      seq          INTEGER NOT NULL,
      role         TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
      content_json TEXT NOT NULL,
      run_id       TEXT NOT NULL,
      created_at   INTEGER NOT NULL,
      PRIMARY KEY (thread_id, seq)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE runs (
      run_id          TEXT PRIMARY KEY,
      session_id      TEXT NOT NULL,
      thread_id       TEXT REFERENCES threads ON DELETE SET NULL,
      task            TEXT NOT NULL,
      status          TEXT NOT NULL CHECK (status IN ('running', 'completed', 'failed', 'aborted', 'interrupted')),
      stop_reason     TEXT,
      model           TEXT NOT NULL,
      provider        TEXT NOT NULL,
      profile         TEXT,
      usage_json      TEXT NOT NULL,
      cost_usd        REAL NOT NULL,
      tool_call_count INTEGER NOT NULL DEFAULT 0,
      duration_ms     INTEGER NOT NULL,
      wait_ms         INTEGER NOT NULL,
      started_by      TEXT NOT NULL,
      created_at      INTEGER NOT NULL,
      ended_at        INTEGER,
      error_json      TEXT
    ) STRICT;
    CREATE INDEX runs_newest ON runs (created_at DESC, run_id DESC);
    CREATE UNIQUE INDEX runs_one_live_in_thread ON runs (thread_id) WHERE status = 'running';
    CREATE INDEX runs_of_thread ON runs (thread_id);

    CREATE TABLE events (
      run_id    TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
      id        INTEGER NOT NULL,
      type      TEXT NOT NULL,
      data_json TEXT NOT NULL,
      at        INTEGER NOT NULL,
      PRIMARY KEY (run_id, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tool_calls (
      run_id       TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
      tool_call_id TEXT NOT NULL,
      name         TEXT NOT NULL,
      input_json   TEXT NOT NULL,
      output       TEXT,
      success      INTEGER,
      started_at   INTEGER NOT NULL,
      duration_ms  INTEGER,
      PRIMARY KEY (run_id, tool_call_id)
    ) STRICT;

    CREATE TABLE idempotency_keys (
      session_id TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
      key        TEXT NOT NULL,
      run_id     TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (session_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotency_keys_oldest ON idempotency_keys (created_at);
    CREATE INDEX idempotency_keys_of_run ON idempotency_keys (run_id);
  `,
};
