import type { Migration } from '../../migrate.ts';

/** The run of a workflow that a notice is of. */
export const noticeWorkflows: Migration = {
  name: 'notice-workflows',
  sql: 'ALTER TABLE notices ADD COLUMN workflow_run_id TEXT;',
};
