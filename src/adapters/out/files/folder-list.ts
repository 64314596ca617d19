import type { BigIntStats } from 'node:fs';
import { isTemporary } from '../../../core/workspace/files/path.ts';
import type {
  FolderEntry,
  ListedEntries,
  ListedWithin,
  WorkspacePath,
} from '../../../core/ports/workspace.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { workspaceLimits } from '../../../core/workspace/files/limits.ts';
import { absent, codeOf, type Disk } from './disk.ts';
import type { RealFolder } from './real-folder.ts';

/**
 * The contents of `folder`, which is at `path`, and of its subfolders, level by level. `folder` stays open. Lists the
 * names of folders that `mayReach` refuses, without their contents.
 */
export async function listFolder(
  folder: RealFolder,
  path: WorkspacePath,
  { depth, most, after = '', matches = everyName }: ListedWithin,
  disk: Disk,
  mayReach: (stats: BigIntStats) => Promise<void>,
): Promise<ListedEntries> {
  const entries: FolderEntry[] = [];
  let [isAll, isCut] = [true, false];
  let level: readonly WorkspacePath[] = [path];
  for (let reached = 1; reached <= depth; reached += 1) {
    const found: FolderEntry[] = [];
    for (const at of level) {
      const room = most - entries.length - found.length;
      const list =
        reached === 1
          ? await entriesIn(folder, at, { most: room, after, matches }, disk)
          : await entriesBelow(
              folder,
              at.slice(path.length),
              at,
              { most: room, after: '', matches },
              disk,
              mayReach,
            );
      found.push(...list.entries);
      isAll &&= list.isAll;
      isCut ||= list.isCut;
    }
    entries.push(...found);
    level = found.filter(({ type }) => type === 'folder').map((entry) => entry.path);
  }
  return { entries, isAll, isCut };
}

type Within = Required<Omit<ListedWithin, 'depth'>>;
const everyName = (): boolean => true;

async function entriesIn(
  folder: RealFolder,
  path: WorkspacePath,
  { most, after, matches }: Within,
  disk: Disk,
): Promise<ListedEntries> {
  const { folderNames } = workspaceLimits;
  const names = await folder.names(folderNames);
  const entries: FolderEntry[] = [];
  for (const name of names.slice(0, folderNames).sort()) {
    if (name <= after || isTemporary(name) || !matches(name)) continue;
    const facts = await factsOf(folder, name, disk);
    // A name that is not UTF-8 is read with U+FFFD, and nothing has that name: it is shown, and cannot be opened.
    if (facts === undefined && !name.includes('\uFFFD')) continue;
    if (entries.length === most) return { entries, isAll: false, isCut: names.length > folderNames };
    entries.push({ path: [...path, name], ...(facts ?? UNNAMED) });
  }
  const isCut = names.length > folderNames;
  return { entries, isAll: !isCut, isCut };
}

/** Nothing if the folder was replaced or removed, or may not be read: its own name is already listed. */
async function entriesBelow(
  folder: RealFolder,
  down: WorkspacePath,
  path: WorkspacePath,
  within: Within,
  disk: Disk,
  mayReach: (stats: BigIntStats) => Promise<void>,
): Promise<ListedEntries> {
  const [name, ...deeper] = down;
  if (name === undefined) return await entriesIn(folder, path, within, disk);
  try {
    const next = await folder.existing(name);
    if (next === undefined) return nothing;
    try {
      await mayReach(await next.stats());
      return await entriesBelow(next, deeper, path, within, disk, mayReach);
    } finally {
      await next.close();
    }
  } catch (error) {
    if (isRefusal(error) || ['ENOENT', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return nothing;
    throw error;
  }
}

const nothing: ListedEntries = { entries: [], isAll: true, isCut: false };

const UNNAMED = { type: 'other', sizeBytes: null, modifiedAt: 0 } as const;

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
