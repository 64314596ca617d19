import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { refuse } from '../../../core/files/errors.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import { absent, codeOf, type Disk } from './disk.ts';
import { folderFlags, makeEntry, namesAt, syncFolder, type RealFolder } from './real-folder.ts';

/**
 * A folder held by its open handle. `/proc/self/fd/<fd>/<name>` is looked up in that very folder, however its
 * path has changed since: this is `openat` in effect, and leaves no moment between check and use.
 */
export class HeldFolder implements RealFolder {
  readonly #handle: FileHandle;
  readonly #disk: Disk;

  constructor(handle: FileHandle, disk: Disk) {
    this.#handle = handle;
    this.#disk = disk;
  }

  /** Whether `entry` works here: there is a Linux `/proc`, and it leads to this folder. */
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
      // Also when the folder was there: it may be so new that its maker has not come to this yet.
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
      // Linux answers ENOTDIR for a link too when it was asked for a folder.
      if (codeOf(error) === 'ENOTDIR' || codeOf(error) === 'ELOOP') throw await obstacle(path, this.#disk);
      throw error;
    }
  }

  /** Nothing to ask: the file was created or opened in the folder that is held. */
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

/** Why `path`, that did not open as a folder, is none. What changes while we look counts as a link. */
async function obstacle(path: string, disk: Disk): Promise<Refusal> {
  const stats = await disk.lstat(path).catch(() => undefined);
  const isSomethingElse = stats !== undefined && !stats.isSymbolicLink() && !stats.isDirectory();
  return isSomethingElse ? refuse.not_a_file() : refuse.outside_workspace();
}
