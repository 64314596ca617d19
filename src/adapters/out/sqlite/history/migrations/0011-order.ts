import type { Migration } from '../../migrate.ts';

/**
 * Numbers in the order in which things are made or changed, because the clock may be set back: of threads, raised by
 * each change that moves `updated_at`; of runs; and of the calls within a run. What is there already is numbered in
 * the order in which it was listed so far. `runs_in_order` carries what runs are filtered by.
 */
export const order: Migration = {
  name: '0011-order',
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

    ALTER TABLE tool_calls ADD COLUMN call_no INTEGER NOT NULL DEFAULT 0;
    UPDATE tool_calls SET call_no = numbered.nth FROM (
      SELECT run_id, tool_call_id,
        row_number() OVER (PARTITION BY run_id ORDER BY started_at, tool_call_id) AS nth
      FROM tool_calls
    ) AS numbered WHERE numbered.run_id = tool_calls.run_id AND numbered.tool_call_id = tool_calls.tool_call_id;
    CREATE UNIQUE INDEX tool_calls_in_order ON tool_calls (run_id, call_no);
  `,
};
