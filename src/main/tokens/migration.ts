import type { Acceptances } from '../../core/migration/acceptance.ts';
import type { MovedCopies } from '../../core/migration/copying.ts';
import type { MigrationExport } from '../../core/migration/export-service.ts';
import type { Handshakes } from '../../core/migration/handshakes.ts';
import type { MigrationImport } from '../../core/migration/import-service.ts';
import type { IncomingFiles, MigrationFile, OutgoingFiles, TargetLinks } from '../../core/migration/port.ts';
import type { RestoreService } from '../../core/backups/restore-service.ts';
import { token } from '../token.ts';

export const migrationTokens = {
  migrationFile: token<MigrationFile>('migration-file'),
  incoming: token<IncomingFiles & { readonly filesPath: string }>('migration-incoming'),
  outgoing: token<OutgoingFiles>('migration-outgoing'),
  /** Restores what has arrived. */
  arrivedRestores: token<RestoreService>('migration-restores'),
  acceptances: token<Acceptances>('migration-acceptances'),
  handshakes: token<Handshakes>('migration-handshakes'),
  movedCopies: token<MovedCopies>('migration-copies'),
  targetLinks: token<TargetLinks>('migration-links'),
  migrationImport: token<MigrationImport>('migration-import'),
  migrationExport: token<MigrationExport>('migration-export'),
};
