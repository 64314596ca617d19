import type { Migration } from '../../migrate.ts';

/**
 * `end_no` numbers runs in the order of their ends: insights count on from the last one they have counted. Runs from
 * before are numbered in their own order; running ones have none. Deleted threads stand in `threads_to_forget` until
 * memory.db has forgotten them.
 */
export const insights: Migration = {
  name: 'insights',
  sql: `
    ALTER TABLE runs ADD COLUMN end_no INTEGER;
    UPDATE runs SET end_no = numbered.nth FROM (
      SELECT run_id, row_number() OVER (ORDER BY run_no) AS nth FROM runs WHERE status <> 'running'
    ) AS numbered WHERE numbered.run_id = runs.run_id;
    CREATE UNIQUE INDEX runs_by_end ON runs (end_no);

    CREATE TABLE threads_to_forget (thread_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  `,
};
