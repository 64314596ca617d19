import {
  conflict,
  impossible,
  notFound,
  refusalsInText,
  storage,
  storageFull,
  upstream,
} from '../../../kernel/refusal.ts';

export const refuse = refusalsInText({
  drive_full: storageFull('The drive has no space left. Make room there, then send the backup again.'),
  upload_altered: upstream(
    'The drive has other bytes than were sent. The file was removed there and is sent again.',
  ),
  drive_file_gone: notFound('The drive has no such file any more.'),
  drive_backup_not_found: notFound(
    'There is no complete backup with this id in the drive. svc backup list --drive shows those that are there.',
  ),
  drive_backup_unusable: impossible('The backup in the drive cannot be used. Nothing was kept.'),
  root_file_unreadable: storage(
    'The file clouddrive-backup-root in the data directory cannot be read, so it is not known into which folder of the drive backups belong. Nothing was uploaded. Restore the file, or delete it to begin a new folder.',
  ),
  root_unclear: upstream(
    'The drive does not say whose the backup folder is, so nothing was uploaded. The upload is tried again.',
  ),
  no_new_id: upstream('The drive gave no id for a new file, so nothing was made. The upload is tried again.'),
  listing_too_long: upstream(
    'A folder of the drive has more entries than are looked at. Tidy it up, then try again.',
  ),
  upload_not_possible: conflict('This backup cannot be uploaded now.'),
});
