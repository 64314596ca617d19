import type { Migration } from '../../migrate.ts';

/** Changes of runs that await review; reviewed ones are deleted. They are deleted with their session. */
export const changesets: Migration = {
  name: 'changesets',
  sql: `
    CREATE TABLE changesets (
      session_id TEXT PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      run_id     TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE changed_files (
      session_id     TEXT NOT NULL REFERENCES changesets ON DELETE CASCADE,
      path           TEXT NOT NULL,
      stretches_json TEXT NOT NULL,
      kept_bytes     INTEGER NOT NULL,
      PRIMARY KEY (session_id, path)
    ) STRICT, WITHOUT ROWID;
  `,
};
