import type { BackupProblems } from '../../../core/keeping/backups/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const backupProblems: Words<BackupProblems> = {
  'backups.backup_not_found': 'There is no backup with this id in the backup folder.',
  'backups.operation_in_progress':
    'A backup, a check or a restore is in progress. Wait for it to end, then try again.',
  'backups.backup_space': 'There is too little free space for a backup. Nothing was written.',
  'backups.backup_folder':
    'The backup folder cannot be used. Check backup_dir in the settings; the log of the engine says what is wrong with it.',
  'backups.backup_unusable': 'This backup cannot be restored. Nothing of the engine was changed.',
  'backups.backup_key_invalid': 'This is not the key of that backup.',
  'backups.backup_exists':
    'There is a backup with this id here already: it stays as it is, and nothing else was kept.',
  'backups.archive_unusable':
    'This is not the archive of a backup of svc, or it is damaged. Nothing was kept.',
  'backups.restore_not_found': 'There was no restore with this id, or it is not among the last ten.',
  'backups.in_workspace':
    'backup_dir lies in the workspace, where the agent could change and delete backups. Set it to a folder elsewhere.',
  'backups.in_data':
    'backup_dir lies in the data directory, beside what it protects from, and not in its folder for backups. Set it to a folder elsewhere, or remove the setting.',
  'backups.file_unreadable': 'A file of the backup cannot be read. Check the backup.',
  'backups.other_bytes':
    'A file of the backup has other bytes than the drive says that it has. Nothing was kept: fetch it again, and if that stays so, the copy in the drive is damaged.',
  'backups.zip_space': 'There is too little free space for what is in the zip. Nothing was changed.',
  'backups.other_size':
    'A file in the drive has another size than the manifest of the backup says. Nothing was kept.',
  'backups.wrong_key': ({ keyId }) =>
    `This is not the key of that backup: it needs the vault key ${keyId}. Nothing was changed.`,
  'backups.restore_space': ({ needs, free }) =>
    `A restore needs ${needs} of free space beside the present data, and there is ${free}. Nothing was changed.`,
  'backups.copy_space': ({ needs, free }) =>
    `A backup needs ${needs} of free space, and there is ${free}. Nothing was written.`,
  'backups.file_changed': ({ name }) =>
    `A file of the backup has another size than its manifest says: ${quoted(name)}. Check the backup.`,
  'backups.no_archive': ({ why }, tell) =>
    `This is not the archive of a backup of svc: ${tell(why)}. Nothing was kept.`,
};
