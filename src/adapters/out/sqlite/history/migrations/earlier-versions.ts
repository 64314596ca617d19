import type { Migration } from '../../migrate.ts';

/** What a file was before changes of it were kept is a deleted file, too. Those so far were deleted. */
export const earlierVersions: Migration = {
  name: 'earlier-versions',
  sql: 'ALTER TABLE deleted_files ADD COLUMN is_earlier INTEGER NOT NULL DEFAULT 0;',
};
