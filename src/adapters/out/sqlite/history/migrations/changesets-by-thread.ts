import type { Migration } from '../../migrate.ts';

/**
 * Changes that await review belong to the thread, so they outlive the session that made them. If several sessions of
 * one thread changed the same file, its stretches are joined in the order in which they were made, which the ids of
 * copies give. A stretch that began without a file has no copy, so it goes after the last one that removed the file
 * before another stretch found its content.
 */
export const changesetsByThread: Migration = {
  name: 'changesets-by-thread',
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
      WITH stretches AS (
        SELECT s.thread_id, f.path, c.run_id, j.key AS nth, j.value AS stretch,
          j.value ->> '$.original.copyId' AS copy_id,
          j.value ->> '$.original.contentId' AS content_id
        FROM files_by_session f
          JOIN changesets_by_session c USING (session_id)
          JOIN sessions s USING (session_id),
          json_each(f.stretches_json) j
      ),
      placed AS (
        SELECT thread_id, path, run_id, nth, stretch,
          coalesce(copy_id, coalesce((
            SELECT max(y.copy_id) FROM stretches y
            WHERE y.thread_id = x.thread_id AND y.path = x.path
              AND EXISTS (SELECT 1 FROM json_each(y.stretch, '$.left') l WHERE l.type = 'null')
              AND y.copy_id < coalesce((
                SELECT min(z.copy_id) FROM stretches z
                WHERE z.thread_id = x.thread_id AND z.path = x.path
                  AND z.content_id IN (SELECT value FROM json_each(x.stretch, '$.left'))
              ), '~')
          ), '') || '~') AS place
        FROM stretches x
      )
      SELECT thread_id, path,
        json_group_array(json(stretch) ORDER BY place, run_id, nth),
        coalesce(sum(stretch ->> '$.original.sizeBytes'), 0)
      FROM placed
      GROUP BY thread_id, path;

    CREATE INDEX changed_files_by_path ON changed_files (path, thread_id);

    DROP TABLE files_by_session;
    DROP TABLE changesets_by_session;
  `,
};
