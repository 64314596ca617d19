import type { Migration } from '../../migrate.ts';

/** Triggers that carry out workflows. */
export const triggerWorkflows: Migration = {
  name: 'trigger-workflows',
  sql: `
    ALTER TABLE triggers ADD COLUMN workflow_json TEXT;
    ALTER TABLE fires ADD COLUMN workflow_run_id TEXT;
  `,
};
