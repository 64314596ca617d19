import type { Migration } from '../../migrate.ts';

/** Which conversations speak of which entities of the graph, and which of these links a merge moved. */
export const entityLinks: Migration = {
  name: 'entityLinks',
  sql: `
    CREATE TABLE thread_entities (
      thread_id  TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
      entity_id  TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (thread_id, entity_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX thread_entities_by_entity ON thread_entities (entity_id);

    CREATE TABLE moved_links (
      merge_id  TEXT NOT NULL,
      thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
      PRIMARY KEY (merge_id, thread_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX moved_links_of_thread ON moved_links (thread_id);
  `,
};
