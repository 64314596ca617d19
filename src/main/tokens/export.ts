import type { DatabaseMoments, FileMoments } from '../../core/export/port.ts';
import type { ImportService } from '../../core/export/import-service.ts';
import type { ExportService } from '../../core/export/service.ts';
import { token } from '../token.ts';

export const exportTokens = {
  databaseMoments: token<DatabaseMoments>('database-moments'),
  fileMoments: token<FileMoments>('file-moments'),
  imports: token<ImportService>('imports'),
  exports: token<ExportService>('exports'),
};
