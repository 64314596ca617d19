import type { Migration } from '../../migrate.ts';

/**
 * Tasks that wait in threads, in the order of `queue_no`. `queue_keys` says what became of a task that was sent with an
 * idempotency key: it waits, or it is `run_id`. `held_queues` lists threads whose tasks wait for their owner.
 */
export const queue: Migration = {
  name: 'queue',
  sql: `
    CREATE TABLE queued_tasks (
      queue_no       INTEGER PRIMARY KEY,
      queued_task_id TEXT NOT NULL UNIQUE,
      thread_id      TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
      task           TEXT NOT NULL,
      profile        TEXT,
      created_at     INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX queued_tasks_of_thread ON queued_tasks (thread_id, queue_no);

    CREATE TABLE queue_keys (
      thread_id      TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
      key            TEXT NOT NULL,
      queued_task_id TEXT NOT NULL,
      task           TEXT NOT NULL,
      profile        TEXT,
      run_id         TEXT,
      created_at     INTEGER NOT NULL,
      PRIMARY KEY (thread_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX queue_keys_oldest ON queue_keys (created_at);
    CREATE INDEX queue_keys_of_task ON queue_keys (queued_task_id);

    CREATE TABLE held_queues (
      thread_id TEXT PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
      why       TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX sessions_newest_of_thread ON sessions (thread_id, created_at);
  `,
};
