import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agentFolder } from '../../../core/data-directory/inventory.ts';
import { codeOf } from './disk.ts';

/**
 * Whether one of these folders contains the other, or they are the same: by device and inode of all that is above them,
 * so links, mounts and the case of letters hide nothing. The workspace need not be there yet; the data directory must.
 * Only `workspace` in the data directory is what it looks like: the folder that it has for this.
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

/** Also of what is not there yet: by the nearest folder above it that is. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    return join(realPathOf(dirname(path)), path.slice(dirname(path).length));
  }
}

/** Of the folders that this one lies in. */
function idsAbove(path: string): readonly (string | null)[] {
  const above = dirname(path);
  return above === path ? [] : [idOf(above), ...idsAbove(above)];
}

function idOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : null;
}
