import type { Migration } from '../../migrate.ts';

/** Since when every secret is sealed for its hosts; null: what an earlier version sealed may be there. */
export const allSealed: Migration = {
  name: 'all-sealed',
  sql: 'ALTER TABLE vault ADD COLUMN all_sealed_at INTEGER',
};
