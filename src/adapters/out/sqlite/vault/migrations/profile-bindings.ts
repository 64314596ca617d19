import type { Migration } from '../../migrate.ts';

/** What profiles of APIs have bound, apart from what the owner has: it goes with its profile. All from before is the owner's. */
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
