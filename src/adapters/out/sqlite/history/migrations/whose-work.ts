import type { Migration } from '../../migrate.ts';

/** Lists of work have one person's. */
export const whoseWork: Migration = {
  name: 'whose-work',
  sql: `
    CREATE INDEX tasks_of_person ON tasks (person_id, task_no);
    CREATE INDEX triggers_of_person ON triggers (person_id, trigger_no);
    CREATE INDEX workflows_of_person ON workflows (person_id, workflow_no);
    CREATE INDEX workflow_runs_of_person ON workflow_runs (person_id, workflow_run_no);
  `,
};
