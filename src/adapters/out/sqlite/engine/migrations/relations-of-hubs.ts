import type { Migration } from '../../migrate.ts';

/** Each is in the order of the relations, so that the newest of very many are read alone. */
export const relationsOfHubs: Migration = {
  name: 'relations-of-hubs',
  sql: `
    CREATE INDEX relations_now_from ON relations (from_no) WHERE superseded_at IS NULL;
    CREATE INDEX relations_now_to ON relations (to_no) WHERE superseded_at IS NULL;
    CREATE INDEX relations_now_of_kind ON relations (from_no, kind) WHERE superseded_at IS NULL;
    CREATE INDEX relations_now_between ON relations (from_no, to_no, kind) WHERE superseded_at IS NULL;
  `,
};
