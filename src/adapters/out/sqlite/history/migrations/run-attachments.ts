import type { Migration } from '../../migrate.ts';

/** The files that were attached to the task of a run, as JSON. */
export const runAttachments: Migration = {
  name: 'run-attachments',
  sql: 'ALTER TABLE runs ADD COLUMN attachments_json TEXT;',
};
