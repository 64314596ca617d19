import type { BackupFolders, BackupWork, CatalogueFile, InstanceFile } from '../../core/backups/port.ts';
import type { BackupArchives } from '../../core/backups/archive-port.ts';
import type { ArchiveService } from '../../core/backups/archive-service.ts';
import type { Catalogue } from '../../core/backups/catalogue.ts';
import type { DrillService } from '../../core/backups/drill-service.ts';
import type { OneOperation } from '../../core/backups/one-operation.ts';
import type { Replacement } from '../../core/backups/replacement.ts';
import type { RestoreOutcomes } from '../../core/backups/restore-outcomes.ts';
import type { RestoreDisk, RestoresFile } from '../../core/backups/restore-port.ts';
import type { RestoreSwap } from '../../core/backups/restore-swap.ts';
import type { RestoreService } from '../../core/backups/restore-service.ts';
import type { BackupService } from '../../core/backups/service.ts';
import { token } from '../token.ts';

export const backupTokens = {
  operations: token<OneOperation>('backup-operations'),
  restoreDisk: token<RestoreDisk>('restore-disk'),
  restoresFile: token<RestoresFile>('restores-file'),
  restoreOutcomes: token<RestoreOutcomes>('restore-outcomes'),
  restoreSwap: token<RestoreSwap>('restore-swap'),
  backupFolders: token<BackupFolders>('backup-folders'),
  backupWork: token<BackupWork>('backup-work'),
  catalogueFile: token<CatalogueFile>('backup-catalogue-file'),
  catalogue: token<Catalogue>('backup-catalogue'),
  instanceFile: token<InstanceFile>('instance-file'),
  backups: token<BackupService>('backups'),
  replacement: token<Replacement>('replacement'),
  restores: token<RestoreService>('restores'),
  drills: token<DrillService>('drills'),
  archives: token<BackupArchives>('backup-archive-files'),
  backupArchives: token<ArchiveService>('backup-archives'),
};
