import type { Migration } from '../../migrate.ts';

/** What hangs on contacts, which are entities of engine.db. Instants are epoch milliseconds. */
export const contacts: Migration = {
  name: 'contacts',
  sql: `
    CREATE TABLE interactions (
      interaction_no INTEGER PRIMARY KEY,
      interaction_id TEXT NOT NULL UNIQUE,
      entity_id      TEXT NOT NULL,
      type           TEXT NOT NULL,
      channel        TEXT,
      summary        TEXT NOT NULL,
      at             INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX interactions_of_entity ON interactions (entity_id, at, interaction_no);
    CREATE INDEX interactions_by_time ON interactions (at);

    CREATE TABLE deals (
      deal_no     INTEGER PRIMARY KEY,
      deal_id     TEXT NOT NULL UNIQUE,
      entity_id   TEXT NOT NULL,
      title       TEXT NOT NULL,
      -- The title in small letters.
      title_key   TEXT NOT NULL,
      -- In ten-thousandths of the currency, so that sums are exact.
      value       INTEGER,
      currency    TEXT,
      stage       TEXT NOT NULL,
      next_action TEXT,
      due_at      INTEGER,
      -- Rises with each change of any deal.
      change_no   INTEGER NOT NULL,
      created_at  INTEGER NOT NULL,
      updated_at  INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX deals_of_entity ON deals (entity_id, change_no);
    CREATE INDEX deals_by_change ON deals (change_no);
    CREATE INDEX deals_by_stage ON deals (stage, change_no);
  `,
};
