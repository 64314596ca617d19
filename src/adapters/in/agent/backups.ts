import type { backups } from '../../../contract/agent/backups.ts';
import { modelText, trusted, type Renderers } from './model-text.ts';

export const backupsRenderers: Renderers<(typeof backups)[number]> = {
  create_backup: ({ backupId, sizeBytes, fileCount, warning }) =>
    modelText`The backup ${trusted(backupId)} is complete: ${fileCount} files, ${sizeBytes} bytes; its copy was opened and checked.${trusted(warning === null ? '' : ` ${warning}`)}`,
};
