import type { Migration } from '../../migrate.ts';

/** Where something of a person may be. */
const OWNED = [
  'threads',
  'runs',
  'side_calls',
  'grants',
  'triggers',
  'workflows',
  'workflow_runs',
  'tasks',
  'artifacts',
  'notices',
  'tool_sessions',
  'batches',
] as const;

/** As `Ids` makes them: milliseconds, and random below. */
const UUID_7 = `lower(
  printf('%08x-%04x-', CAST(unixepoch('subsec') * 1000 AS INTEGER) >> 16, CAST(unixepoch('subsec') * 1000 AS INTEGER) & 65535)
  || '7' || substr(hex(randomblob(2)), 2)
  || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2)
  || '-' || hex(randomblob(6)))`;

/** Where there is something already, it belongs to the owner, who is made here; otherwise the first start makes them. */
export const people: Migration = {
  name: 'people',
  sql: `
    CREATE TABLE people (
      person_id       TEXT NOT NULL PRIMARY KEY,
      name            TEXT,
      role            TEXT NOT NULL,
      created_at      INTEGER NOT NULL,
      last_seen_at    INTEGER,
      disabled        INTEGER NOT NULL DEFAULT 0,
      daily_limit_usd REAL
    ) STRICT;
    CREATE UNIQUE INDEX people_one_owner ON people (role) WHERE role = 'owner';
    INSERT INTO people (person_id, role, created_at)
      SELECT ${UUID_7}, 'owner', CAST(unixepoch('subsec') * 1000 AS INTEGER)
      WHERE ${OWNED.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(' OR ')};
  `,
};
