import type { Migration } from '../../migrate.ts';

/**
 * What the models of runs were told of memory and of the graph, by ids and reasons alone: it holds no words of what it
 * names. An empty tool_call_id is the prompt. It goes with the conversation of its run.
 */
export const told: Migration = {
  name: 'told',
  sql: `
    CREATE TABLE run_memories (
      told_no      INTEGER PRIMARY KEY,
      run_id       TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
      tool_call_id TEXT NOT NULL,
      kind         TEXT NOT NULL,
      thing_id     TEXT NOT NULL,
      agent        TEXT,
      place        INTEGER NOT NULL,
      score        REAL,
      reasons_json TEXT NOT NULL,
      told_at      INTEGER NOT NULL,
      UNIQUE (run_id, tool_call_id, kind, thing_id)
    ) STRICT;
    CREATE INDEX run_memories_by_thing ON run_memories (thing_id, told_no);

    CREATE TRIGGER told_goes_with_thread AFTER UPDATE OF thread_id ON runs
      WHEN old.thread_id IS NOT NULL AND new.thread_id IS NULL
      BEGIN DELETE FROM run_memories WHERE run_id = new.run_id; END;
  `,
};
