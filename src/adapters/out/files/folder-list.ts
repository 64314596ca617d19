import { isTemporary, type WorkspacePath } from '../../../core/files/path.ts';
import type { FolderEntry } from '../../../core/files/workspace.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { limits } from '../../../core/kernel/limits.ts';
import { absent, codeOf, type Disk } from './disk.ts';
import type { RealFolder } from './real-folder.ts';

/** Names of one folder, in order; `isAll` is false when there are more. */
interface Names {
  readonly names: readonly string[];
  readonly isAll: boolean;
}

/**
 * What is in `folder`, which lies at `path`, and in the folders in it, level by level: what is near comes before what
 * is deep. `folder` stays open.
 */
export async function listFolder(
  folder: RealFolder,
  path: WorkspacePath,
  { depth, most }: { readonly depth: number; readonly most: number },
  disk: Disk,
): Promise<{ readonly entries: readonly FolderEntry[]; readonly isAll: boolean }> {
  const entries: FolderEntry[] = [];
  let isAll = true;
  let level: readonly WorkspacePath[] = [[]];
  for (let reached = 1; reached <= depth; reached += 1) {
    const below: WorkspacePath[] = [];
    for (const inside of level) {
      const at = inside.length === 0 ? folder : await reach(folder, inside);
      if (at === undefined) continue;
      try {
        const found = await namesIn(at);
        isAll &&= found.isAll;
        for (const name of found.names) {
          const facts = await factsOf(at, name, disk);
          if (facts === undefined) continue;
          if (entries.length === most) return { entries, isAll: false };
          entries.push({ path: [...path, ...inside, name], ...facts });
          if (facts.type === 'folder') below.push([...inside, name]);
        }
      } finally {
        if (at !== folder) await at.close();
      }
    }
    level = below;
  }
  return { entries, isAll };
}

async function namesIn(folder: RealFolder): Promise<Names> {
  const most = limits.workspace.folderNames;
  const names = await folder.names(most);
  const shown = names.slice(0, most).filter((name) => !isTemporary(name));
  return { names: shown.sort(), isAll: names.length <= most };
}

/** Undefined when nothing of this name is there any more. */
async function factsOf(
  folder: RealFolder,
  name: string,
  disk: Disk,
): Promise<Pick<FolderEntry, 'type' | 'sizeBytes'> | undefined> {
  const stats = await disk.lstat(folder.entry(name)).catch(absent);
  if (stats === undefined) return undefined;
  if (stats.isFile()) return { type: 'file', sizeBytes: stats.size };
  if (stats.isDirectory()) return { type: 'folder', sizeBytes: null };
  return { type: stats.isSymbolicLink() ? 'link' : 'other', sizeBytes: null };
}

/** A folder below; undefined when it has become something else, or may not be looked into: then it is only named. */
async function reach(folder: RealFolder, path: WorkspacePath): Promise<RealFolder | undefined> {
  let at = folder;
  for (const name of path) {
    const above = at;
    try {
      const next = await above.existing(name);
      if (next === undefined) return undefined;
      at = next;
    } catch (error) {
      if (isRefusal(error) || codeOf(error) === 'EACCES') return undefined;
      throw error;
    } finally {
      if (above !== folder) await above.close();
    }
  }
  return at;
}
