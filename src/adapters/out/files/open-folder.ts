import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, systemDisk, type Disk } from './disk.ts';
import { HeldFolder } from './held-folder.ts';
import { NamedFolder } from './named-folder.ts';
import { folderFlags, syncFolder, type RealFolder } from './real-folder.ts';

/** Opens the folder at this path, which is what `realpath` gives: from here on no link is followed. */
export async function openFolder(realPath: string, disk: Disk): Promise<RealFolder> {
  const handle = await disk.open(realPath, folderFlags);
  let isHeld = false;
  try {
    const folder = new HeldFolder(handle, disk);
    isHeld = await folder.isReachable();
    return isHeld ? folder : new NamedFolder(realPath, disk);
  } finally {
    if (!isHeld) await handle.close();
  }
}

/** Makes an absolute folder and those above it that are missing (0700). Durable when this resolves. */
export async function makeFolder(path: string, disk: Disk): Promise<void> {
  // One at a time: Node's own recursive mkdir never returns below /proc.
  const make = () => disk.mkdir(path, { mode: 0o700 });
  try {
    await make().catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
      await makeFolder(dirname(path), disk);
      await make();
    });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await disk.stat(path)).isDirectory()) return;
    throw error;
  }
  await syncAt(dirname(path), disk);
}

/** Makes the names in a folder durable. Links on the way to it are followed: the operator decides where it is. */
export async function syncAt(path: string, disk: Disk = systemDisk): Promise<void> {
  const handle = await disk.open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await syncFolder(handle);
  } finally {
    await handle.close();
  }
}
