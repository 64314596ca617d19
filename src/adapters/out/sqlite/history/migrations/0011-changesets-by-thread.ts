import type { Migration } from '../../migrate.ts';

/**
 * Changes that wait for review belong to the thread, so they outlive the session that made them. Where several sessions
 * of one thread held the same file, its stretches follow one another in the order of their runs.
 */
export const changesetsByThread: Migration = {
  name: '0011-changesets-by-thread',
  sql: `
    ALTER TABLE changed_files RENAME TO files_by_session;
    ALTER TABLE changesets RENAME TO changesets_by_session;

    CREATE TABLE changesets (
      thread_id  TEXT PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
      run_id     TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE changed_files (
      thread_id      TEXT NOT NULL REFERENCES changesets ON DELETE CASCADE,
      path           TEXT NOT NULL,
      stretches_json TEXT NOT NULL,
      kept_bytes     INTEGER NOT NULL,
      PRIMARY KEY (thread_id, path)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO changesets
      SELECT thread_id, max(run_id), min(c.created_at)
      FROM changesets_by_session c JOIN sessions USING (session_id)
      GROUP BY thread_id;

    INSERT INTO changed_files
      SELECT thread_id, f.path,
        json_group_array(json(stretch.value) ORDER BY c.run_id, stretch.key),
        coalesce(sum(stretch.value ->> '$.original.sizeBytes'), 0)
      FROM files_by_session f
        JOIN changesets_by_session c USING (session_id)
        JOIN sessions USING (session_id),
        json_each(f.stretches_json) stretch
      GROUP BY thread_id, f.path;

    DROP TABLE files_by_session;
    DROP TABLE changesets_by_session;
  `,
};
