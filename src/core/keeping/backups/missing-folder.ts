import type { Catalogue } from './catalogue.ts';
import type { BackupFolders } from './port.ts';

/**
 * In sentences, why the folder that the owner chose for backups does not seem to be the one in which this engine made
 * some: its disk may not be mounted. Null where nothing suggests that. The mark in the folder outweighs what is missing.
 * @throws Refusal backup_folder
 */
export async function missingFolder(
  folders: Pick<BackupFolders, 'chosen' | 'list'>,
  catalogue: Pick<Catalogue, 'madeIn'>,
): Promise<string | null> {
  const { path, isMarked } = await folders.chosen();
  if (path === null || isMarked) return null;
  const made = await catalogue.madeIn(path);
  if (made.length === 0) return null;
  const found = await folders.list();
  return found.some(({ backupId }) => made.includes(backupId)) ? null : missing(path);
}

/** A folder with this file is one that backups are kept in. */
export const FOLDER_MARK = '.svc-backups';

const missing = (path: string): string =>
  `This engine made backups in ${path}, and none of them is there: its disk may not be mounted. Mount it, or set ` +
  `backup_dir to another folder. If they were deleted on purpose, put an empty file named ${FOLDER_MARK} into the folder.`;
