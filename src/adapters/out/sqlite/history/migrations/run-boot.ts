import type { Migration } from '../../migrate.ts';

/** The boot of the machine in which a run began: after a reboot, what was not synced may be missing. */
export const runBoot: Migration = {
  name: 'run-boot',
  sql: 'ALTER TABLE runs ADD COLUMN boot_id TEXT;',
};
