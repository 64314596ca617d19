import type { Migration } from '../../migrate.ts';

/** What became of the fires of some days is counted from an index alone. */
export const firesByStart: Migration = {
  name: 'fires-by-start',
  sql: `CREATE INDEX fires_by_start ON fires (started_at, trigger_id, outcome);`,
};
