import { constants } from 'node:fs';
import { dirname } from 'node:path';
import type { Disk } from './disk.ts';
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
  const topmost = await disk.mkdir(path, { recursive: true, mode: 0o700 });
  if (topmost === undefined) return;
  for (let made = path; made.length >= topmost.length; made = dirname(made))
    await syncAt(dirname(made), disk);
}

async function syncAt(path: string, disk: Disk): Promise<void> {
  // Links are followed: this is above the folder that was named, where the operator decides.
  const handle = await disk.open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await syncFolder(handle);
  } finally {
    await handle.close();
  }
}
