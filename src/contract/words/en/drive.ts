import type { DriveProblems } from '../../../core/keeping/backups/drive/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const drive: Words<DriveProblems> = {
  'drive.drive_full': 'The drive has no space left. Make room there, then send the backup again.',
  'drive.upload_altered':
    'The drive has other bytes than were sent. The file was removed there and is sent again.',
  'drive.drive_file_gone': 'The drive has no such file any more.',
  'drive.drive_backup_not_found':
    'There is no complete backup with this id in the drive. svc backup list --drive shows those that are there.',
  'drive.drive_backup_unusable': 'The backup in the drive cannot be used. Nothing was kept.',
  'drive.root_file_unreadable':
    'The file clouddrive-backup-root in the data directory cannot be read, so it is not known into which folder of the drive backups belong. Nothing was uploaded. Restore the file, or delete it to begin a new folder.',
  'drive.root_unclear':
    'The drive does not say whose the backup folder is, so nothing was uploaded. The upload is tried again.',
  'drive.no_new_id': 'The drive gave no id for a new file, so nothing was made. The upload is tried again.',
  'drive.listing_too_long':
    'A folder of the drive has more entries than are looked at. Tidy it up, then try again.',
  'drive.upload_not_possible': 'This backup cannot be uploaded now.',
  'drive.why_hosted': 'a host runs this instance, and backups of such an instance stay with it.',
  'drive.why_off': 'backup_clouddrive is off.',
  'drive.why_not_connected':
    'no cloud account is connected. Connect one in the settings of the page, under Google, or with svc google connect.',
  'drive.why_scope_missing':
    'the cloud account was connected without the scope drive.file. Connect it again and allow svc to manage the files that it makes.',
  'drive.why_not_encrypted': 'it is not encrypted, because backup_encrypt is off.',
  'drive.why_no_key': 'the vault has no usable key, so it is not encrypted.',
  'drive.why_paused': 'the cloud account is being disconnected.',
  'drive.why_failed': 'the last try failed.',
  'drive.manifest_long': 'The manifest in the drive is larger than any that svc writes.',
  'drive.manifest_of_other': 'The manifest in the drive is that of another backup.',
  'drive.busy': 'A backup was being uploaded and did not stop in time: parts of it may be left.',
  'drive.fault': 'The deletion failed inside the engine. Its log says why.',
  'drive.no_answer': 'the drive did not answer in time.',
  'drive.call_failed': 'the call failed; the log of the engine says why.',
  'drive.asked_to_wait': 'Google asked to wait.',
  'drive.strange': 'Google did not answer as expected.',
  'drive.refused': 'Google refused it.',
  'drive.missing': ({ path }) =>
    `A file of the backup is missing in the drive, or has another size there: ${quoted(path)}. Nothing was kept.`,
  'drive.not_uploaded': ({ why }, tell) =>
    `Backups are not uploaded, although backup_clouddrive is on: ${tell(why)}`,
  'drive.unknown_owner': ({ what }) => `The drive did not say who made ${what}.`,
  'drive.late': ({ seconds }) => `The deletion was stopped after ${seconds} seconds.`,
  'drive.not_deleted': ({ what, why }, tell) => `${what} could not be deleted: ${tell(why)}`,
  'drive.not_listed': ({ what, why }, tell) => `${what} could not be listed: ${tell(why)}`,
  'drive.not_all_listed': ({ what, why }, tell) => `${what} could not be listed to its end: ${tell(why)}`,
};
