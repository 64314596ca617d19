import type { Migration } from '../../migrate.ts';

/** Runs that repeat an earlier one. They take no place in their thread, so one of them does not keep others from it. */
export const runReplays: Migration = {
  name: 'run-replays',
  sql: `
    ALTER TABLE runs ADD COLUMN replay_of TEXT;
    DROP INDEX runs_one_live_in_thread;
    CREATE UNIQUE INDEX runs_one_live_in_thread ON runs (thread_id) WHERE status = 'running' AND replay_of IS NULL;
    CREATE INDEX runs_unfinished ON runs (run_no) WHERE status = 'running';
    CREATE INDEX runs_replays ON runs (replay_of, run_no) WHERE replay_of IS NOT NULL;
  `,
};
