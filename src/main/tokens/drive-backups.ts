import type { ComingHome } from '../../core/backups/drive/coming-home.ts';
import type { Disconnecting } from '../../core/backups/drive/disconnecting.ts';
import type { UploadLedger } from '../../core/backups/drive/ledger.ts';
import type { Drive, RootFile, UploadsFile } from '../../core/backups/drive/port.ts';
import type { RootFolder } from '../../core/backups/drive/root-folder.ts';
import type { Uploads } from '../../core/backups/drive/uploads.ts';
import type { DiskStoredFiles } from '../../adapters/out/files/backup/disk-stored-files.ts';
import { token } from '../token.ts';

export const driveBackupTokens = {
  /** Each call once. */
  drive: token<Drive>('drive'),
  /** Calls that fail for a passing reason are made again. */
  patientDrive: token<Drive>('patient-drive'),
  rootFile: token<RootFile>('drive-root-file'),
  uploadsFile: token<UploadsFile>('uploads-file'),
  uploadLedger: token<UploadLedger>('upload-ledger'),
  rootFolder: token<RootFolder>('drive-root-folder'),
  storedFiles: token<DiskStoredFiles>('stored-backup-files'),
  uploads: token<Uploads>('uploads'),
  disconnecting: token<Disconnecting>('disconnecting'),
  comingHome: token<ComingHome>('backups-coming-home'),
};
