import type { Migration } from '../../migrate.ts';

/** Results that stay. Their contents are files beside the database. */
export const artifacts: Migration = {
  name: 'artifacts',
  sql: `
    CREATE TABLE artifacts (
      artifact_no INTEGER PRIMARY KEY,
      artifact_id TEXT NOT NULL UNIQUE,
      title       TEXT NOT NULL,
      type        TEXT NOT NULL,
      description TEXT,
      words       TEXT NOT NULL,
      version     INTEGER NOT NULL,
      size_bytes  INTEGER NOT NULL,
      thread_id   TEXT REFERENCES threads ON DELETE SET NULL,
      run_id      TEXT,
      change_no   INTEGER NOT NULL UNIQUE,
      created_at  INTEGER NOT NULL,
      updated_at  INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX artifacts_of_type ON artifacts (type, change_no);
    CREATE INDEX artifacts_of_thread ON artifacts (thread_id) WHERE thread_id IS NOT NULL;

    CREATE TABLE artifact_versions (
      artifact_id  TEXT NOT NULL REFERENCES artifacts (artifact_id) ON DELETE CASCADE,
      version      INTEGER NOT NULL,
      type         TEXT NOT NULL,
      content_hash TEXT NOT NULL,
      size_bytes   INTEGER NOT NULL,
      run_id       TEXT,
      created_at   INTEGER NOT NULL,
      PRIMARY KEY (artifact_id, version)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX artifact_versions_of_content ON artifact_versions (content_hash);
    CREATE INDEX artifact_versions_of_run ON artifact_versions (run_id) WHERE run_id IS NOT NULL;
  `,
};
