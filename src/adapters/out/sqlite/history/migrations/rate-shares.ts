import type { Migration } from '../../migrate.ts';

/** How many of the requests of a window were made for each member; those so far are the owner's. */
export const rateShares: Migration = {
  name: 'rate-shares',
  sql: `ALTER TABLE rate_windows ADD COLUMN members_json TEXT NOT NULL DEFAULT '{}';`,
};
