import type { Migration } from '../../migrate.ts';
import { owned, OWNER } from './whose.ts';

/** Who pays for calls beside the runs, and whose the sums of whole days are: one person paid for all of it so far. */
export const whoseCosts: Migration = {
  name: 'whose-costs',
  sql: `
    ${owned('side_calls')}
    UPDATE calls_begun SET side_call_json = json_set(side_call_json, '$.personId', ${OWNER})
      WHERE side_call_json IS NOT NULL;
    DROP INDEX side_calls_newest;
    CREATE INDEX side_calls_newest ON side_calls (created_at, model, purpose, outcome, cost_usd, price_known, person_id);
    DROP INDEX runs_newest;
    CREATE INDEX runs_newest ON runs (
      created_at DESC, run_id DESC, status, model, session_id,
      cost_usd, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, price_known, person_id
    );

    CREATE TABLE spent_days_of_people (
      day                INTEGER NOT NULL,
      person_id          TEXT NOT NULL,
      model              TEXT NOT NULL,
      provider           TEXT NOT NULL,
      status             TEXT NOT NULL,
      runs               INTEGER NOT NULL,
      cost_usd           REAL NOT NULL,
      duration_ms        INTEGER NOT NULL,
      wait_ms            INTEGER NOT NULL,
      input_tokens       INTEGER NOT NULL,
      output_tokens      INTEGER NOT NULL,
      cache_read_tokens  INTEGER NOT NULL,
      cache_write_tokens INTEGER NOT NULL,
      PRIMARY KEY (day, person_id, model, provider, status)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO spent_days_of_people
      SELECT day, ${OWNER}, model, provider, status, runs, cost_usd, duration_ms, wait_ms,
        input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
      FROM spent_days;
    DROP TABLE spent_days;
    ALTER TABLE spent_days_of_people RENAME TO spent_days;

    CREATE TABLE tool_days_of_people (
      day       INTEGER NOT NULL,
      person_id TEXT NOT NULL,
      name      TEXT NOT NULL,
      calls     INTEGER NOT NULL,
      failures  INTEGER NOT NULL,
      PRIMARY KEY (day, person_id, name)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tool_days_of_people SELECT day, ${OWNER}, name, calls, failures FROM tool_days;
    DROP TABLE tool_days;
    ALTER TABLE tool_days_of_people RENAME TO tool_days;
  `,
};
