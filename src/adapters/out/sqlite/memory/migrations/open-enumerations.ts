import type { Migration } from '../../migrate.ts';

/** A new member of an enumeration needs no new table: the types of the columns say which there are. */
export const openEnumerations: Migration = {
  name: 'open-enumerations',
  sql: '',
  dropsChecks: [{ table: 'sources', check: "CHECK (origin IN ('user', 'agent', 'external', 'import'))" }],
};
