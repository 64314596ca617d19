import type { Migration } from '../../migrate.ts';

/** A new member of an enumeration needs no new table: the types of the columns say which there are. */
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
