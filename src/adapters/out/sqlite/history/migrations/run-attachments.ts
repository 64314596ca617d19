import type { Migration } from '../../migrate.ts';

/** The files that were attached to the task of a run, and the paths of those of a waiting task, as JSON. */
export const runAttachments: Migration = {
  name: 'run-attachments',
  sql: `
    ALTER TABLE runs ADD COLUMN attachments_json TEXT;
    ALTER TABLE queued_tasks ADD COLUMN attachments_json TEXT;
    ALTER TABLE queue_keys ADD COLUMN attachments_json TEXT;
  `,
};
