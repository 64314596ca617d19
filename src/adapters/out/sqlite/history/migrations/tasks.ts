import type { Migration } from '../../migrate.ts';

/** To-dos of people, and work for the agent. */
export const tasks: Migration = {
  name: 'tasks',
  sql: `
    CREATE TABLE tasks (
      task_no      INTEGER PRIMARY KEY,
      task_id      TEXT NOT NULL UNIQUE,
      title        TEXT NOT NULL,
      description  TEXT,
      status       TEXT NOT NULL,
      priority     TEXT NOT NULL,
      assignee     TEXT,
      due_at       INTEGER,
      tags_json    TEXT NOT NULL,
      parent_id    TEXT REFERENCES tasks (task_id) ON DELETE CASCADE,
      thread_id    TEXT REFERENCES threads ON DELETE SET NULL,
      run_id       TEXT,
      words        TEXT NOT NULL,
      problem      TEXT,
      created_by   TEXT NOT NULL,
      report       TEXT,
      completed_by TEXT,
      of_agent     INTEGER NOT NULL,
      created_at   INTEGER NOT NULL,
      updated_at   INTEGER NOT NULL,
      completed_at INTEGER
    ) STRICT;
    CREATE INDEX tasks_of_status ON tasks (status, task_no);
    CREATE INDEX tasks_of_assignee ON tasks (assignee, task_no);
    CREATE INDEX tasks_of_parent ON tasks (parent_id, task_no) WHERE parent_id IS NOT NULL;
    CREATE INDEX tasks_of_thread ON tasks (thread_id) WHERE thread_id IS NOT NULL;

    CREATE TABLE task_tags (
      tag     TEXT NOT NULL,
      task_no INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
      PRIMARY KEY (tag, task_no)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tags_of_task ON task_tags (task_no);
  `,
};
