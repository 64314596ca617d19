import type { BigIntStats } from 'node:fs';
import { isTemporary } from '../../../core/files/path.ts';
import type { FolderEntry, WorkspacePath } from '../../../core/ports/workspace.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { workspaceLimits } from '../../../core/files/limits.ts';
import { absent, codeOf, type Disk } from './disk.ts';
import type { RealFolder } from './real-folder.ts';

export interface FolderList {
  readonly entries: readonly FolderEntry[];
  readonly isAll: boolean;
}

/**
 * The contents of `folder`, which is at `path`, and of its subfolders, level by level. `folder` stays open. Lists the
 * names of folders that `mayReach` refuses, without their contents.
 */
export async function listFolder(
  folder: RealFolder,
  path: WorkspacePath,
  { depth, most, after = '' }: { readonly depth: number; readonly most: number; readonly after?: string },
  disk: Disk,
  mayReach: (stats: BigIntStats) => Promise<void>,
): Promise<FolderList> {
  const entries: FolderEntry[] = [];
  let isAll = true;
  let level: readonly WorkspacePath[] = [path];
  for (let reached = 1; reached <= depth; reached += 1) {
    const found: FolderEntry[] = [];
    for (const at of level) {
      const room = most - entries.length - found.length;
      const list =
        reached === 1
          ? await entriesIn(folder, at, room, disk, after)
          : await entriesBelow(folder, at.slice(path.length), at, room, disk, mayReach);
      found.push(...list.entries);
      isAll &&= list.isAll;
    }
    entries.push(...found);
    level = found.filter(({ type }) => type === 'folder').map((entry) => entry.path);
  }
  return { entries, isAll };
}

async function entriesIn(
  folder: RealFolder,
  path: WorkspacePath,
  most: number,
  disk: Disk,
  after = '',
): Promise<FolderList> {
  const { folderNames } = workspaceLimits;
  const names = await folder.names(folderNames);
  const entries: FolderEntry[] = [];
  for (const name of names.slice(0, folderNames).sort()) {
    if (name <= after || isTemporary(name)) continue;
    const facts = await factsOf(folder, name, disk);
    if (facts === undefined) continue;
    if (entries.length === most) return { entries, isAll: false };
    entries.push({ path: [...path, name], ...facts });
  }
  return { entries, isAll: names.length <= folderNames };
}

/** Nothing if the folder was replaced or removed, or may not be read: its own name is already listed. */
async function entriesBelow(
  folder: RealFolder,
  down: WorkspacePath,
  path: WorkspacePath,
  most: number,
  disk: Disk,
  mayReach: (stats: BigIntStats) => Promise<void>,
): Promise<FolderList> {
  const [name, ...deeper] = down;
  if (name === undefined) return await entriesIn(folder, path, most, disk);
  try {
    const next = await folder.existing(name);
    if (next === undefined) return nothing;
    try {
      await mayReach(await next.stats());
      return await entriesBelow(next, deeper, path, most, disk, mayReach);
    } finally {
      await next.close();
    }
  } catch (error) {
    if (isRefusal(error) || ['ENOENT', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return nothing;
    throw error;
  }
}

const nothing: FolderList = { entries: [], isAll: true };

/** Undefined if the name does not exist. */
async function factsOf(
  folder: RealFolder,
  name: string,
  disk: Disk,
): Promise<Omit<FolderEntry, 'path'> | undefined> {
  const stats = await disk.lstat(folder.entry(name)).catch(absent);
  if (stats === undefined) return undefined;
  const modifiedAt = Math.floor(stats.mtimeMs);
  if (stats.isFile()) return { type: 'file', sizeBytes: stats.size, modifiedAt };
  if (stats.isDirectory()) return { type: 'folder', sizeBytes: null, modifiedAt };
  return { type: stats.isSymbolicLink() ? 'link' : 'other', sizeBytes: null, modifiedAt };
}
