import type { Migration } from '../../migrate.ts';

/** Who gave each consent: so far there was one person. */
export const whoseGrants: Migration = {
  name: 'whose-grants',
  sql: `
    ALTER TABLE grants RENAME COLUMN granted_by TO person_id;
    UPDATE grants SET person_id = coalesce((SELECT person_id FROM people WHERE role = 'owner'), '');
  `,
};
