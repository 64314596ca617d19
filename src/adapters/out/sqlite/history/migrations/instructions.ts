import type { Migration } from '../../migrate.ts';

/** What its owner wants of a conversation, and what the model of a run was given of that, as JSON. */
export const instructions: Migration = {
  name: 'instructions',
  sql: `
    ALTER TABLE threads ADD COLUMN instructions TEXT;
    ALTER TABLE runs ADD COLUMN instructions_json TEXT;
  `,
};
