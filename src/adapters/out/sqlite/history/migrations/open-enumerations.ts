import type { Migration } from '../../migrate.ts';

/** The types of the columns list the members of enumerations, so that a new member needs no new table. */
export const openEnumerations: Migration = {
  name: 'open-enumerations',
  sql: '',
  dropsChecks: [
    { table: 'messages', check: "CHECK (role IN ('user', 'assistant'))" },
    {
      table: 'runs',
      check: "CHECK (status IN ('running', 'completed', 'failed', 'aborted', 'interrupted'))",
    },
    { table: 'prompts', check: "CHECK (state IN ('pending', 'answered', 'expired'))" },
    { table: 'compactions', check: "CHECK (trigger_by IN ('manual', 'automatic'))" },
    { table: 'side_calls', check: "CHECK (purpose IN ('compaction', 'extraction', 'subagent'))" },
    { table: 'side_calls', check: "CHECK (outcome IN ('useful', 'empty', 'failed'))" },
  ],
};
