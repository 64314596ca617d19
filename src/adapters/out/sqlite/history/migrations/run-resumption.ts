import type { Migration } from '../../migrate.ts';

/** Runs that go on after a restart. Earlier ones do not. */
export const runResumption: Migration = {
  name: 'run-resumption',
  sql: `
    ALTER TABLE runs ADD COLUMN resumption_json TEXT;
    ALTER TABLE runs ADD COLUMN resumed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE runs ADD COLUMN resumed_at INTEGER;
  `,
};
