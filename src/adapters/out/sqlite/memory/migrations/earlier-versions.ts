import type { Migration } from '../../migrate.ts';

/** Finds what an entry took the place of. */
export const earlierVersions: Migration = {
  name: 'earlier-versions',
  sql: `
    CREATE INDEX entries_by_successor ON entries (superseded_by) WHERE superseded_by IS NOT NULL;
  `,
};
