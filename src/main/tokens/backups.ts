import type { BackupFolders, BackupWork, CatalogueFile, InstanceFile } from '../../core/backups/port.ts';
import type { BackupArchives } from '../../core/backups/archive-port.ts';
import type { ArchiveService } from '../../core/backups/archive-service.ts';
import type { DrillService } from '../../core/backups/drill-service.ts';
import type { RestoreService } from '../../core/backups/restore-service.ts';
import type { BackupService } from '../../core/backups/service.ts';
import { token } from '../token.ts';

export const backupTokens = {
  backupFolders: token<BackupFolders>('backup-folders'),
  backupWork: token<BackupWork>('backup-work'),
  catalogueFile: token<CatalogueFile>('backup-catalogue'),
  instanceFile: token<InstanceFile>('instance-file'),
  backups: token<BackupService>('backups'),
  restores: token<RestoreService>('restores'),
  drills: token<DrillService>('drills'),
  archives: token<BackupArchives>('backup-archive-files'),
  backupArchives: token<ArchiveService>('backup-archives'),
};
