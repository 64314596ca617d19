import { long, quick, type Requirements } from './requirement.ts';

/** What people see and do about backups. */
export const ofBackupSurfaces = [
  long('ours: behaviour', {
    'backups.terminal':
      'svc backup lists backups, and makes, shows, checks and deletes them; it exits with 1 if one cannot be restored.',
    'backups.terminal.restore':
      'svc backup restore says what it will do, asks, waits for the outcome and names the safety backup.',
    'backups.archive':
      'A backup can be downloaded as one zip, still encrypted, and brought back; then it is checked like any other.',
    'backups.archive.hostile':
      'An archive with anything that its manifest does not name as it is there is refused, and nothing of it is kept.',
  }),
  quick('ours: behaviour', {
    'backups.upload.paced':
      'A body of bytes may take as long as it needs while enough of it arrives in each minute; a trickle is refused.',
    'backups.reminder':
      'The status says when there is no good backup after a week of use, or the newest good one is older than 14 days.',
    'backups.format':
      'The format of backups is written down with test vectors, from which a reader in another language can be made.',
    'page.backups':
      'The page shows every backup, makes, checks, brings back and deletes them, and warns of old and unencrypted ones.',
  }),
] satisfies Requirements;
