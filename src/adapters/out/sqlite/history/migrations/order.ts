import type { Migration } from '../../migrate.ts';

/**
 * Numbers threads and runs in the order in which they are changed or made, because the clock may be set back.
 * `change_no` of a thread rises with each change of `updated_at`. Existing rows are numbered in their listed order.
 * `runs_in_order` includes the columns by which runs are filtered. Calls, prompts and grants are ordered by rowid,
 * which rises.
 */
export const order: Migration = {
  name: 'order',
  sql: `
    ALTER TABLE threads ADD COLUMN change_no INTEGER NOT NULL DEFAULT 0;
    UPDATE threads SET change_no = numbered.nth FROM (
      SELECT thread_id, row_number() OVER (ORDER BY updated_at, thread_id) AS nth FROM threads
    ) AS numbered WHERE numbered.thread_id = threads.thread_id;
    DROP INDEX threads_newest;
    DROP INDEX threads_newest_kept;
    CREATE UNIQUE INDEX threads_newest ON threads (change_no DESC);
    CREATE UNIQUE INDEX threads_newest_kept ON threads (change_no DESC) WHERE archived = 0;

    ALTER TABLE runs ADD COLUMN run_no INTEGER NOT NULL DEFAULT 0;
    UPDATE runs SET run_no = numbered.nth FROM (
      SELECT run_id, row_number() OVER (ORDER BY created_at, run_id) AS nth FROM runs
    ) AS numbered WHERE numbered.run_id = runs.run_id;
    CREATE INDEX runs_in_order ON runs (run_no DESC, created_at, status, model, session_id);
    DROP INDEX runs_of_thread;
    CREATE INDEX runs_of_thread ON runs (thread_id, run_no DESC);
  `,
};
