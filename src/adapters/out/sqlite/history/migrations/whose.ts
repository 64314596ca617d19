import type { Migration } from '../../migrate.ts';

/** The owner's id, in SQL; empty before there is one. */
export const OWNER = "coalesce((SELECT person_id FROM people WHERE role = 'owner'), '')";

/** A text named what started a run: `owner`, `agent`, or a word, a colon and an id. */
const typed = (table: string): string => `
    ALTER TABLE ${table} ADD COLUMN starter_kind TEXT NOT NULL DEFAULT 'person';
    ALTER TABLE ${table} ADD COLUMN starter_id TEXT;
    UPDATE ${table} SET
      starter_kind = CASE
        WHEN started_by = 'agent' THEN 'agent'
        WHEN started_by GLOB 'tool-server:*' THEN 'host'
        WHEN started_by GLOB 'trigger:*' OR started_by GLOB 'workflow:*' OR started_by GLOB 'task:*'
          THEN substr(started_by, 1, instr(started_by, ':') - 1)
        ELSE 'person' END,
      starter_id = CASE WHEN instr(started_by, ':') > 0 THEN substr(started_by, instr(started_by, ':') + 1) END
    WHERE started_by <> 'owner';
    ALTER TABLE ${table} DROP COLUMN started_by;`;

/** Everything so far is the owner's, whatever started it. */
export const owned = (table: string): string => `
    ALTER TABLE ${table} ADD COLUMN person_id TEXT NOT NULL DEFAULT '';
    UPDATE ${table} SET person_id = ${OWNER};`;

/** Whose threads, runs and background work are, and what started runs. */
export const whose: Migration = {
  name: 'whose',
  sql: `
    ${['threads', 'runs', 'triggers', 'tasks', 'workflows', 'workflow_runs'].map(owned).join('')}
    ${['runs', 'workflow_runs'].map(typed).join('')}
    CREATE INDEX threads_of_person ON threads (person_id, change_no);
  `,
};
