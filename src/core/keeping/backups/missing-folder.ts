import type { Catalogue } from './catalogue.ts';
import type { BackupFolders } from './port.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';

/**
 * Why the folder that the owner chose for backups does not seem to be the one in which this engine made
 * some: its disk may not be mounted. Null where nothing suggests that. The mark in the folder outweighs what is missing.
 * @throws Refusal backup_folder
 */
export async function missingFolder(
  folders: Pick<BackupFolders, 'chosen' | 'list'>,
  catalogue: Pick<Catalogue, 'madeIn'>,
): Promise<Says | null> {
  const { path, isMarked } = await folders.chosen();
  if (path === null || isMarked) return null;
  const made = await catalogue.madeIn(path);
  if (made.length === 0) return null;
  const found = await folders.list();
  return found.some(({ backupId }) => made.includes(backupId))
    ? null
    : say('backup.folder-missing', { folder: quote(path), mark: FOLDER_MARK });
}

/** A folder with this file is one that backups are kept in. */
export const FOLDER_MARK = '.svc-backups';
