import type { Migration } from '../../migrate.ts';

/**
 * Bindings made by profiles of APIs, apart from the owner's: they are deleted with their profile. Existing bindings are
 * the owner's.
 */
export const profileBindings: Migration = {
  name: 'profile-bindings',
  sql: `
    CREATE TABLE profile_bindings (
      profile TEXT NOT NULL,
      name    TEXT NOT NULL,
      host    TEXT NOT NULL,
      PRIMARY KEY (profile, name, host)
    ) STRICT, WITHOUT ROWID;
  `,
};
