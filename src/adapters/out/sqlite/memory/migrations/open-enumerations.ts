import type { Migration } from '../../migrate.ts';

/** The types of the columns list the members of enumerations, so that a new member needs no new table. */
export const openEnumerations: Migration = {
  name: 'open-enumerations',
  sql: '',
  dropsChecks: [{ table: 'sources', check: "CHECK (origin IN ('user', 'agent', 'external', 'import'))" }],
};
