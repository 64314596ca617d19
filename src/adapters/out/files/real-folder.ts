import { constants, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { codeOf, type Disk } from './disk.ts';

/**
 * A folder reached without following links. Names passed to it are single entries: no slash, no `..`. It is open
 * until `close`, and the caller must close it.
 */
export interface RealFolder {
  /** A path to this entry, valid for one file system call and only while the folder is open. */
  entry(name: string): string;

  /**
   * The subfolder of this name; undefined if the name does not exist.
   * @throws Refusal outside_workspace for a link, not_a_file for anything else
   */
  existing(name: string): Promise<RealFolder | undefined>;

  /**
   * The subfolder of this name, made (0700) if the name does not exist. This folder is durable afterwards.
   * @throws Refusal outside_workspace for a link, not_a_file for anything else
   */
  into(name: string): Promise<RealFolder>;

  /**
   * Call it after `file` was created or opened as the entry `name`, and before its first read or write.
   * @throws Refusal outside_workspace if the file lies somewhere else
   */
  confirm(name: string, file: FileHandle): Promise<void>;

  /** The stats of the folder itself. */
  stats(): Promise<BigIntStats>;

  /** The names in it, unordered. A result longer than `most`, by one, means that there are more. */
  names(most: number): Promise<readonly string[]>;

  /** Makes changes of the entries in this folder durable: created, replaced and removed names. */
  sync(): Promise<void>;

  close(): Promise<void>;
}

/** `O_DIRECTORY` also refuses FIFOs and devices instead of waiting for them. */
export const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Some network and FUSE file systems report that they cannot sync folders; nothing more can be done there. */
export async function syncFolder(folder: FileHandle): Promise<void> {
  try {
    await folder.sync();
  } catch (error) {
    if (codeOf(error) !== 'EINVAL' && codeOf(error) !== 'ENOTSUP') throw error;
  }
}

/** Makes the folder unless the name exists, as whatever kind of entry. */
export async function makeEntry(path: string, disk: Disk): Promise<void> {
  try {
    await disk.mkdir(path, 0o700);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Read incrementally: a folder may have more names than fit in memory. */
export async function namesAt(path: string, most: number, disk: Disk): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of await disk.opendir(path, { bufferSize: 256 })) {
    names.push(name);
    if (names.length > most) break;
  }
  return names;
}
