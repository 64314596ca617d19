import { requirement, type Requirements } from './requirement.ts';

/** What people see and do about backups. */
export const ofBackupSurfaces = {
  'backups.terminal': requirement(
    'ours: behaviour',
    'svc backup lists backups, and makes, shows, checks and deletes them; it exits with 1 if one cannot be restored.',
  ),
} satisfies Requirements;
