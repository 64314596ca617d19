import { constants, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { namesOf } from '../../../core/instance/data-directory/inventory.ts';
import { temporaryPrefix } from '../../../core/workspace/files/path.ts';
import { refusedByStorage } from './disk-refusals.ts';
import { codeOf, systemDisk, type Disk } from './disk.ts';
import { makeFolder, openFolder } from './open-folder.ts';
import { replaceFile, type Replacing } from './replace-file.ts';

/**
 * The only way to write state files of the engine. A reader, now or after a power cut, finds the old content or the
 * new, never a mix or an empty file. The file at `path` itself is never opened; a link there is replaced, not
 * followed. The folder must exist. Call it within a pass of the gate.
 * @throws Refusal disk_full
 */
export async function atomicWrite(
  path: string,
  content: string | Uint8Array,
  mode: number = 0o600,
  disk: Disk = systemDisk,
  replacing: Pick<Replacing, 'mayReplace'> = {},
): Promise<void> {
  const full = resolve(path);
  try {
    const folder = await openFolder(await disk.realpath(dirname(full)), disk);
    try {
      await replaceFile(folder, basename(full), content, { mode }, disk, replacing);
    } finally {
      await folder.close();
    }
  } catch (error) {
    throw refusedByStorage(error);
  }
}

/**
 * Makes sure that the folder exists, belongs to this user, has mode 0700 and is writable: creates it or repairs its mode.
 * A link to a folder counts as the folder: the operator made it.
 * @throws Error with a sentence for the operator; then nothing was changed, unless it says so
 */
export async function secureDirectory(path: string, disk: Disk = systemDisk): Promise<void> {
  const full = resolve(path);
  await makeFolder(full, disk).catch((cause: unknown) => {
    const isInTheWay = codeOf(cause) === 'EEXIST' || codeOf(cause) === 'ENOTDIR';
    throw new Error(isInTheWay ? `${full} is not a directory.` : `The directory ${full} could not be made.`, {
      cause,
    });
  });
  const real = await disk.realpath(full);
  const stats = await disk.lstat(real);
  if (!stats.isDirectory()) throw new Error(`${full} is not a directory.`);
  const user = process.getuid?.();
  if (user !== undefined && stats.uid !== user) {
    throw new Error(
      `The directory ${full} belongs to user ${stats.uid}, and this process runs as user ${user}.`,
    );
  }
  try {
    if ((stats.mode & 0o7777) !== 0o700) await disk.chmod(real, 0o700);
    await disk.access(real, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(`The directory ${full} cannot be written to.`, { cause });
  }
}

/**
 * Sets mode 0600 on the files (and sockets) directly in a directory that `secureDirectory` has accepted. It opens
 * none of them, because closing any handle of a database or lock file would drop this process's locks on it.
 * Leaves links and their targets alone.
 * @returns the names that could not be changed because they belong to another user
 */
export async function repairModes(directory: string, disk: Disk = systemDisk): Promise<readonly string[]> {
  const foreign: string[] = [];
  for (const name of await disk.readdir(directory)) {
    try {
      const path = join(directory, name);
      // No other user can put a link there in between: the directory is 0700 and ours.
      if (isTooOpen(await disk.lstat(path))) await disk.chmod(path, 0o600);
    } catch (error) {
      if (codeOf(error) === 'EPERM') foreign.push(name);
      else if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
  return foreign;
}

/**
 * Removes the temporary files of unfinished writes that a killed process left in the places that the inventory lists.
 * They are worthless and may hold a secret. Call it only while this process holds the directory. What cannot be
 * removed waits for the next start; so does an unreadable folder, which the feature that reads it reports.
 */
export async function sweepTemporaries(dataDir: string, disk: Disk = systemDisk): Promise<void> {
  for (const place of namesOf('temporary').map((name) => join(dataDir, dirname(name))))
    for (const name of await disk.readdir(place).catch(() => []))
      if (name.startsWith(temporaryPrefix)) await disk.unlink(join(place, name)).catch(() => {});
}

function isTooOpen(stats: Stats): boolean {
  return (stats.isFile() || stats.isSocket()) && (stats.mode & 0o7777) !== 0o600;
}
