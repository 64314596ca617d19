import type { Migration } from '../../migrate.ts';

/** Files that the owner deleted and can bring back; their copies lie beside those of changed files. */
export const deletedFiles: Migration = {
  name: 'deleted-files',
  sql: `
    CREATE TABLE deleted_files (
      deleted_file_no INTEGER PRIMARY KEY AUTOINCREMENT,
      deleted_file_id TEXT NOT NULL UNIQUE,
      path            TEXT NOT NULL,
      copy_id         TEXT NOT NULL,
      content_id      TEXT NOT NULL,
      size_bytes      INTEGER NOT NULL,
      mode            INTEGER NOT NULL,
      deleted_at      INTEGER NOT NULL,
      is_begun        INTEGER NOT NULL
    ) STRICT;
  `,
};
