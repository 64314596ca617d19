import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { refuse } from '../../../core/workspace/files/errors.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import { absent, codeOf, type Disk } from './disk.ts';
import { folderFlags, makeEntry, namesAt, syncFolder, type RealFolder } from './real-folder.ts';

/**
 * A folder held by its open handle. `/proc/self/fd/<fd>/<name>` is resolved in this very folder, even if its path has
 * changed. This has the effect of `openat`, and leaves no gap between check and use.
 */
export class HeldFolder implements RealFolder {
  readonly #handle: FileHandle;
  readonly #disk: Disk;

  constructor(handle: FileHandle, disk: Disk) {
    this.#handle = handle;
    this.#disk = disk;
  }

  /** Whether `entry` works here: Linux `/proc` exists and leads to this folder. */
  async isReachable(): Promise<boolean> {
    const [held, reached] = await Promise.all([
      this.#handle.stat({ bigint: true }),
      this.#disk.stat(this.entry('.'), { bigint: true }).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
        throw error;
      }),
    ]);
    return held.ino === reached?.ino && held.dev === reached.dev;
  }

  entry(name: string): string {
    return `/proc/self/fd/${this.#handle.fd}/${name}`;
  }

  async existing(name: string): Promise<RealFolder | undefined> {
    const handle = await this.#open(this.entry(name)).catch(absent);
    return handle && new HeldFolder(handle, this.#disk);
  }

  async into(name: string): Promise<RealFolder> {
    const path = this.entry(name);
    const handle = await this.#open(path).catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await makeEntry(path, this.#disk);
      return await this.#open(path);
    });
    try {
      // Even for an existing folder: another process may have just made it, without having synced it.
      await this.sync();
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new HeldFolder(handle, this.#disk);
  }

  async #open(path: string): Promise<FileHandle> {
    try {
      return await this.#disk.open(path, folderFlags);
    } catch (error) {
      // With O_DIRECTORY, Linux answers ENOTDIR for a link, too.
      if (codeOf(error) === 'ENOTDIR' || codeOf(error) === 'ELOOP') throw await obstacle(path, this.#disk);
      throw error;
    }
  }

  /** Nothing to check: the file was created or opened in the held folder. */
  async confirm(): Promise<void> {}

  stats(): Promise<BigIntStats> {
    return this.#handle.stat({ bigint: true });
  }

  names(most: number): Promise<readonly string[]> {
    return namesAt(this.entry('.'), most, this.#disk);
  }

  sync(): Promise<void> {
    return syncFolder(this.#handle);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Why `path` did not open as a folder. If it changes during this check, it counts as a link. */
async function obstacle(path: string, disk: Disk): Promise<Refusal> {
  const stats = await disk.lstat(path).catch(() => undefined);
  const isSomethingElse = stats !== undefined && !stats.isSymbolicLink() && !stats.isDirectory();
  return isSomethingElse ? refuse.not_a_file() : refuse.outside_workspace();
}
