import type { Migration } from '../../migrate.ts';

/** How many requests went to the host of an API in the current window. */
export const rateWindows: Migration = {
  name: 'rate-windows',
  sql: `
    CREATE TABLE rate_windows (
      host    TEXT NOT NULL,
      window  TEXT NOT NULL,
      used    INTEGER NOT NULL,
      ends_at INTEGER NOT NULL,
      PRIMARY KEY (host, window)
    ) STRICT, WITHOUT ROWID;
  `,
};
