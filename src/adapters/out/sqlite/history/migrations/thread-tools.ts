import type { Migration } from '../../migrate.ts';

/** The tools that are switched on or off in a conversation, and those that were in a run, as JSON. */
export const threadTools: Migration = {
  name: 'thread-tools',
  sql: `
    ALTER TABLE threads ADD COLUMN tools_json TEXT;
    ALTER TABLE runs ADD COLUMN tools_json TEXT;
  `,
};
