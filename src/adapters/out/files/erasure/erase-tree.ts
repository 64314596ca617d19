import { isUtf8 } from 'node:buffer';
import { constants, type Stats } from 'node:fs';
import type { Left } from '../../../../core/keeping/erasure/port.ts';
import { codeOf, absent, type Disk } from '../disk.ts';
import { openFolder } from '../open-folder.ts';
import type { RealFolder } from '../real-folder.ts';

/** Names of a folder that are read at once, and files that are overwritten at once. */
const NAMES = 10_000;
const AT_ONCE = 8;

/** Nothing is written into them, so the system keeps one page for all. */
const zeros = new Uint8Array(1 << 22);

/** The code of a failure, for `Left`. */
export const codeIn = (error: unknown): string => codeOf(error) ?? (error as Error).name;

/**
 * Overwrites and removes everything in a folder, and the folder. Reached through held handles, so no link is followed,
 * whatever happens meanwhile; a file system that is mounted in it stays as it is.
 * @param path of the folder, on the file system `dev`
 * @param shown its path in what is left
 * @param bornBy files that are younger stay, and the folders that they are in; milliseconds since the epoch
 * @returns what is still there, and was to go
 */
export async function eraseTree(
  path: string,
  shown: string,
  disk: Disk,
  bornBy = Infinity,
): Promise<readonly Left[]> {
  const stats = await disk.lstat(path).catch(absent);
  if (!stats) return [];
  const left: Left[] = [];
  try {
    if (!stats.isDirectory()) {
      if (bornAt(stats) <= bornBy) await disk.unlink(path);
      return [];
    }
    await openToUs(path, stats, disk);
    const folder = await openFolder(path, disk);
    try {
      await emptied(folder, shown, { dev: stats.dev, disk, bornBy }, left);
    } finally {
      await folder.close();
    }
    if (left.length === 0) await removeFolder(path, { disk, bornBy });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') left.push({ path: shown, code: codeIn(error) });
  }
  return left;
}

interface Erasing {
  /** Nothing on another file system goes. */
  readonly dev: number;
  readonly disk: Disk;
  readonly bornBy: number;
}

async function emptied(folder: RealFolder, shown: string, how: Erasing, left: Left[]): Promise<void> {
  /** They failed, or are younger. */
  const staying = new Set<string>();
  for (;;) {
    const names = (await folder.names(NAMES + staying.size)).filter((name) => !staying.has(name));
    if (names.length === 0) return;
    // A name that is not UTF-8 is read with U+FFFD, and names nothing.
    if (names.some((name) => name.includes('\uFFFD'))) await nameAnew(folder, how);
    for (let from = 0; from < names.length; from += AT_ONCE)
      await Promise.all(
        names.slice(from, from + AT_ONCE).map(async (name) => {
          const found: Left[] = [];
          const isGone = await eraseEntry(folder, name, `${shown}/${name}`, how, found);
          left.push(...found);
          if (!isGone) staying.add(name);
        }),
      );
  }
}

/** @returns whether it is gone */
async function eraseEntry(
  folder: RealFolder,
  name: string,
  shown: string,
  how: Erasing,
  left: Left[],
): Promise<boolean> {
  const { dev, disk, bornBy } = how;
  const path = folder.entry(name);
  const before = left.length;
  try {
    const stats = await disk.lstat(path);
    if (!stats.isDirectory()) {
      if (bornAt(stats) > bornBy) return false;
      if (stats.isFile()) await overwrite(path, stats, disk);
      await disk.unlink(path);
      return true;
    }
    if (stats.dev !== dev) throw Object.assign(new Error('mounted'), { code: 'EBUSY' });
    await openToUs(path, stats, disk);
    const below = await folder.existing(name);
    if (!below) return true;
    try {
      await emptied(below, shown, how, left);
    } finally {
      await below.close();
    }
    return left.length === before && (await removeFolder(path, how));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !name.includes('\uFFFD')) return true;
    if (codeOf(error) === 'ENOENT') return await isNamedAnew(folder, name, shown, left);
    left.push({ path: shown, code: codeIn(error) });
    return false;
  }
}

/** Gives entries whose names are not UTF-8 names that are, so that they can be reached. Those that are younger keep theirs. */
async function nameAnew(folder: RealFolder, { disk, bornBy }: Erasing): Promise<void> {
  const at = folder.entry('.').replace(/\.$/u, '').replace(/\/?$/u, '/');
  for (const name of await disk.readdir(at, { encoding: 'buffer' })) {
    const path = Buffer.concat([Buffer.from(at), name]);
    if (isUtf8(name) || bornAt(await disk.lstat(path)) > bornBy) continue;
    // What fails is told by the name that it keeps.
    await disk
      .rename(path, folder.entry(`.svc-erasing-${name.toString('hex').slice(0, 200)}`))
      .catch(() => undefined);
  }
}

/** Whether nothing is read under this name any more. */
async function isNamedAnew(folder: RealFolder, name: string, shown: string, left: Left[]): Promise<boolean> {
  if (!(await folder.names(Infinity)).includes(name)) return true;
  left.push({ path: shown, code: 'EILSEQ' });
  return false;
}

/** @returns false if it keeps what is younger */
async function removeFolder(path: string, { disk, bornBy }: Omit<Erasing, 'dev'>): Promise<boolean> {
  try {
    await disk.rmdir(path);
    return true;
  } catch (error) {
    if (bornBy === Infinity || codeOf(error) !== 'ENOTEMPTY') throw error;
    return false;
  }
}

/** A file system that keeps no time of birth has that of the last change. */
const bornAt = ({ birthtimeMs, ctimeMs }: Stats): number => (birthtimeMs > 0 ? birthtimeMs : ctimeMs);

/** Folders of a workspace may be closed to their owner. Where that cannot be changed, what follows fails, and is told. */
async function openToUs(path: string, { mode }: Stats, disk: Disk): Promise<void> {
  if ((mode & 0o700) !== 0o700) await disk.chmod(path, 0o700).catch(() => undefined);
}

/**
 * Writes zeros over the content and syncs them, where that reaches the content and nothing else: not through a hard link,
 * whose content has another name, and not into the holes of a sparse file. It is the best that can be done from outside a
 * file system: one that keeps earlier blocks keeps them. A failure leaves the file to be removed as it is.
 */
async function overwrite(path: string, stats: Stats, disk: Disk): Promise<void> {
  const { size, blocks, nlink } = stats;
  if (nlink !== 1 || size === 0 || (blocks * 512 < size && size > SMALL)) return;
  const flags = constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    const file = await disk.open(path, flags);
    try {
      for (let at = 0; at < size; at += zeros.length)
        await file.write(zeros, 0, Math.min(zeros.length, size - at), at);
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch {
    // Its name goes all the same.
  }
}

/** A file system may keep a small file without a block. */
const SMALL = 4_096;
