import { requirement, type Requirements } from './requirement.ts';

/** What people see and do about backups. */
export const ofBackupSurfaces = {
  'backups.terminal': requirement(
    'ours: behaviour',
    'svc backup lists backups, and makes, shows, checks and deletes them; it exits with 1 if one cannot be restored.',
    'long',
  ),
  'backups.terminal.restore': requirement(
    'ours: behaviour',
    'svc backup restore says what it will do, asks, waits for the outcome and names the safety backup.',
    'long',
  ),
  'backups.archive': requirement(
    'ours: behaviour',
    'A backup can be downloaded as one zip, still encrypted, and brought back; then it is checked like any other.',
    'long',
  ),
  'backups.upload.paced': requirement(
    'ours: behaviour',
    'A body of bytes may take as long as it needs while enough of it arrives in each minute; a trickle is refused.',
  ),
  'backups.archive.hostile': requirement(
    'ours: behaviour',
    'An archive with anything that its manifest does not name as it is there is refused, and nothing of it is kept.',
    'long',
  ),
  'backups.reminder': requirement(
    'ours: behaviour',
    'The status says when there is no good backup after a week of use, or the newest good one is older than 14 days.',
  ),
  'backups.format': requirement(
    'ours: behaviour',
    'The format of backups is written down with test vectors, from which a reader in another language can be made.',
  ),
  'page.backups': requirement(
    'ours: behaviour',
    'The page shows every backup, makes, checks, brings back and deletes them, and warns of old and unencrypted ones.',
  ),
} satisfies Requirements;
