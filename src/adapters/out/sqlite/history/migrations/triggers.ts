import type { Migration } from '../../migrate.ts';

/** What the engine does by itself, and each time that it did. */
export const triggers: Migration = {
  name: 'triggers',
  sql: `
    CREATE TABLE triggers (
      trigger_no       INTEGER PRIMARY KEY,
      trigger_id       TEXT NOT NULL UNIQUE,
      kind             TEXT NOT NULL,
      title            TEXT NOT NULL,
      effect           TEXT NOT NULL,
      schedule         TEXT,
      run_at           INTEGER,
      time_zone        TEXT NOT NULL,
      watch_json       TEXT,
      task             TEXT,
      expectation_json TEXT,
      profile          TEXT,
      permissions_json TEXT NOT NULL,
      ceilings_json    TEXT NOT NULL,
      enabled          INTEGER NOT NULL,
      paused_reason    TEXT,
      confirmed_at     INTEGER,
      next_due_at      INTEGER,
      due_found_at     INTEGER NOT NULL,
      failures         INTEGER NOT NULL DEFAULT 0,
      restored_at      INTEGER,
      thread_id        TEXT REFERENCES threads ON DELETE SET NULL,
      of_agent         INTEGER NOT NULL,
      created_by       TEXT NOT NULL,
      created_at       INTEGER NOT NULL,
      updated_at       INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX triggers_due ON triggers (next_due_at) WHERE next_due_at IS NOT NULL;
    CREATE INDEX triggers_due_found ON triggers (due_found_at) WHERE next_due_at IS NOT NULL;
    CREATE INDEX triggers_of_kind ON triggers (kind, trigger_no);
    CREATE INDEX triggers_of_thread ON triggers (thread_id) WHERE thread_id IS NOT NULL;
    CREATE INDEX triggers_restored ON triggers (trigger_no) WHERE restored_at IS NOT NULL;
    CREATE INDEX triggers_paused ON triggers (trigger_no) WHERE paused_reason IS NOT NULL;
    CREATE INDEX triggers_unconfirmed ON triggers (trigger_no) WHERE confirmed_at IS NULL;

    CREATE TABLE fires (
      fire_no               INTEGER PRIMARY KEY,
      trigger_id            TEXT NOT NULL REFERENCES triggers (trigger_id) ON DELETE CASCADE,
      due_at                INTEGER NOT NULL,
      cause                 TEXT NOT NULL,
      run_id                TEXT,
      started_at            INTEGER NOT NULL,
      ended_at              INTEGER,
      outcome               TEXT,
      reason_code           TEXT,
      reason                TEXT,
      missed                INTEGER NOT NULL,
      missed_because        TEXT,
      baseline_json         TEXT NOT NULL,
      not_carried_out_json  TEXT,
      UNIQUE (trigger_id, due_at, cause)
    ) STRICT;
    CREATE INDEX fires_of_trigger ON fires (trigger_id, fire_no);
    CREATE INDEX fires_in_progress ON fires (fire_no) WHERE outcome IS NULL;

    CREATE TABLE watched_texts (
      trigger_id TEXT PRIMARY KEY REFERENCES triggers (trigger_id) ON DELETE CASCADE,
      text       TEXT NOT NULL,
      checked_at INTEGER NOT NULL
    ) STRICT;

    ALTER TABLE grants ADD COLUMN folder TEXT;
    ALTER TABLE grants ADD COLUMN trigger_id TEXT;
    CREATE INDEX grants_of_trigger ON grants (trigger_id) WHERE trigger_id IS NOT NULL;
  `,
};
