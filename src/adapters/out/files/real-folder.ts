import { constants, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { codeOf, type Disk } from './disk.ts';

/**
 * A folder that was reached without following a link. Names given to it are single entries: no slash, no `..`.
 * It is open until `close`, and must be closed.
 */
export interface RealFolder {
  /** A path to this entry, good for one call to the file system and only while the folder is open. */
  entry(name: string): string;

  /**
   * The folder of this name in this one, as it is there; undefined when nothing is.
   * @throws Refusal outside_workspace when a link is there, not_a_file when something else is
   */
  existing(name: string): Promise<RealFolder | undefined>;

  /**
   * The folder of this name in this one; made (0700) if nothing is there. This folder is durable afterwards.
   * @throws Refusal outside_workspace when a link is there, not_a_file when something else is
   */
  into(name: string): Promise<RealFolder>;

  /**
   * Call it after `file` was created or opened as the entry `name`, and before anything is written to it or read.
   * @throws Refusal outside_workspace when that file lies somewhere else
   */
  confirm(name: string, file: FileHandle): Promise<void>;

  /** Of the folder itself. */
  stats(): Promise<BigIntStats>;

  /** The names in it in no order; one more than `most` says that there may be more. */
  names(most: number): Promise<readonly string[]>;

  /** Durable when this resolves: names that were made, replaced or removed in this folder. */
  sync(): Promise<void>;

  close(): Promise<void>;
}

/** `O_DIRECTORY` also means that a FIFO or device is refused and not waited for. */
export const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Some network and FUSE file systems have no sync of folders, and say so; there is nothing more to be done there. */
export async function syncFolder(folder: FileHandle): Promise<void> {
  try {
    await folder.sync();
  } catch (error) {
    if (codeOf(error) !== 'EINVAL' && codeOf(error) !== 'ENOTSUP') throw error;
  }
}

/** Makes the folder unless something is there already, whatever that is. */
export async function makeEntry(path: string, disk: Disk): Promise<void> {
  try {
    await disk.mkdir(path, 0o700);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Read piece by piece: a folder may have more names than fit in memory. */
export async function namesAt(path: string, most: number, disk: Disk): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of await disk.opendir(path, { bufferSize: 256 })) {
    names.push(name);
    if (names.length > most) break;
  }
  return names;
}
