import {
  conflict,
  impossible,
  invalid,
  notFound,
  refusalsInText,
  storageFull,
  unavailable,
} from '../../kernel/refusal.ts';

export const refuse = refusalsInText({
  backup_not_found: notFound('There is no backup with this id in the backup folder.'),
  operation_in_progress: conflict(
    'A backup, a check or a restore is in progress. Wait for it to end, then try again.',
  ),
  backup_space: storageFull('There is too little free space for a backup. Nothing was written.'),
  backup_folder: unavailable(
    'The backup folder cannot be used. Check backup_dir in the settings; the log of the engine says what is wrong with it.',
  ),
  backup_unusable: impossible('This backup cannot be restored. Nothing of the engine was changed.'),
  backup_key_invalid: invalid('This is not the key of that backup.'),
  backup_exists: conflict(
    'There is a backup with this id here already: it stays as it is, and nothing else was kept.',
  ),
  archive_unusable: impossible(
    'This is not the archive of a backup of svc, or it is damaged. Nothing was kept.',
  ),
  restore_not_found: notFound('There was no restore with this id, or it is not among the last ten.'),
});
