import type { Migration } from '../../migrate.ts';

/**
 * Questions to the owner. A session has at most one pending; `state` leads that index, so that it finds all pending
 * ones.
 */
export const prompts: Migration = {
  name: 'prompts',
  sql: `
    CREATE TABLE prompts (
      prompt_id       TEXT PRIMARY KEY,
      prompt_type     TEXT NOT NULL,
      session_id      TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
      run_id          TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
      tool_call_id    TEXT NOT NULL,
      questions_json  TEXT NOT NULL,
      allow_free_text INTEGER NOT NULL,
      state           TEXT NOT NULL CHECK (state IN ('pending', 'answered', 'expired')),
      answer          TEXT,
      created_at      INTEGER NOT NULL,
      expires_at      INTEGER NOT NULL,
      settled_at      INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX prompts_one_pending_in_session ON prompts (state, session_id) WHERE state = 'pending';
    CREATE INDEX prompts_of_session ON prompts (session_id);
    CREATE INDEX prompts_of_run ON prompts (run_id);
  `,
};
