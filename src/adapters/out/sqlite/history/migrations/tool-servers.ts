import type { Migration } from '../../migrate.ts';

/** What was accepted of each tool server: one row for each place that it was met at. */
export const toolServers: Migration = {
  name: 'tool-servers',
  sql: `
    CREATE TABLE accepted_tools (
      server      TEXT NOT NULL,
      place       TEXT NOT NULL,
      definitions TEXT NOT NULL,
      PRIMARY KEY (server, place)
    ) STRICT;
  `,
};
