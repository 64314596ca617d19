import type { Migration } from '../../migrate.ts';

/**
 * Batches in the order of `batch_no`, and their requests by their places. `address`, `provider_batch_id` and
 * `price_json` are of the provider's batch interface; all three are null for a batch whose requests are run one by one.
 */
export const batches: Migration = {
  name: 'batches',
  sql: `
    CREATE TABLE batches (
      batch_no          INTEGER PRIMARY KEY,
      batch_id          TEXT NOT NULL UNIQUE,
      principal         TEXT NOT NULL,
      state             TEXT NOT NULL,
      requests          INTEGER NOT NULL,
      model             TEXT,
      provider          TEXT,
      address           TEXT,
      provider_batch_id TEXT,
      price_json        TEXT,
      created_at        INTEGER NOT NULL,
      ended_at          INTEGER
    ) STRICT;
    CREATE INDEX batches_unfinished ON batches (batch_no) WHERE ended_at IS NULL;
    CREATE INDEX batches_of_provider ON batches (provider_batch_id) WHERE provider_batch_id IS NOT NULL;

    CREATE TABLE batch_requests (
      batch_id      TEXT NOT NULL REFERENCES batches (batch_id) ON DELETE CASCADE,
      place         INTEGER NOT NULL,
      id            TEXT NOT NULL,
      task          TEXT NOT NULL,
      system        TEXT,
      prompt_tokens INTEGER NOT NULL,
      worst_usd     REAL NOT NULL,
      status        TEXT NOT NULL,
      text          TEXT,
      error_json    TEXT,
      usage_json    TEXT,
      cost_usd      REAL
    ) STRICT;
    CREATE UNIQUE INDEX batch_requests_in_order ON batch_requests (batch_id, place);
    CREATE INDEX batch_requests_by_status ON batch_requests (batch_id, status, place, prompt_tokens, worst_usd);
  `,
};
