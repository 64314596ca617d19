import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agentFolder } from '../../../core/instance/data-directory/inventory.ts';
import { codeOf } from './disk.ts';

/**
 * Whether the two folders are the same, or one contains the other. Compares device and inode of all their parents, so
 * links, mounts and letter case hide nothing. The workspace need not exist; the data directory must. The folder
 * `workspace` in the data directory is reserved for this, and allowed.
 */
export function overlap(dataDir: string, workspaceDir: string): 'same' | 'in-data' | 'in-workspace' | null {
  const data = realpathSync(dataDir);
  const workspace = realPathOf(workspaceDir);
  if (workspace === join(data, agentFolder)) return null;
  const [dataId, workspaceId] = [idOf(data), idOf(workspace)];
  if (dataId === workspaceId) return 'same';
  if (idsAbove(workspace).includes(dataId)) return 'in-data';
  return workspaceId !== null && idsAbove(data).includes(workspaceId) ? 'in-workspace' : null;
}

/** Whether a folder is the other one or lies in it, by device and inode. Neither need exist. */
export function isWithin(folder: string, outer: string): boolean {
  const [path, outerId] = [realPathOf(folder), idOf(outer)];
  return outerId !== null && [idOf(path), ...idsAbove(path)].includes(outerId);
}

/** For a path that does not exist, uses its nearest existing parent. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    return join(realPathOf(dirname(path)), path.slice(dirname(path).length));
  }
}

/** The ids of the folders that contain this one. */
function idsAbove(path: string): readonly (string | null)[] {
  const above = dirname(path);
  return above === path ? [] : [idOf(above), ...idsAbove(above)];
}

function idOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : null;
}
