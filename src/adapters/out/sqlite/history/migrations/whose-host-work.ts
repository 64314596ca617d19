import type { Migration } from '../../migrate.ts';
import { owned } from './whose.ts';

/** Whose the sessions, runs and batches of hosts are. */
export const whoseHostWork: Migration = {
  name: 'whose-host-work',
  sql: ['tool_sessions', 'tool_runs', 'batches'].map(owned).join(''),
};
