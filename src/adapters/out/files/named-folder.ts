import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refuse } from '../../../core/files/errors.ts';
import { absent, codeOf, type Disk } from './disk.ts';
import { folderFlags, makeEntry, namesAt, syncFolder, type RealFolder } from './real-folder.ts';

/**
 * A folder known by its real path, for systems without `/proc/self/fd` (macOS). Every step is checked right
 * before use, and again after a file was created or opened and after it was renamed.
 *
 * What is left over, and cannot be closed with the calls that Node offers: another process that may change the
 * workspace can replace a folder by a link just between check and use.
 * - One such swap lets an *empty* folder or an *empty* temporary file (0600) appear at the other end of the link,
 *   or leaves a temporary file behind in the folder that was moved away.
 * - Content gets there only when it is swapped three times, each between the right two calls of one write, or once
 *   in the midst of the `rename` call, which looks both of its names up. A loop that does nothing else gets it right
 *   once in some hundred writes.
 * - Reading and listing show nothing from outside, unless it is swapped in and out again between the right two calls.
 */
export class NamedFolder implements RealFolder {
  readonly #path: string;
  readonly #disk: Disk;

  /** @param path as `realpath` gives it */
  constructor(path: string, disk: Disk) {
    this.#path = path;
    this.#disk = disk;
  }

  entry(name: string): string {
    return join(this.#path, name);
  }

  async existing(name: string): Promise<RealFolder | undefined> {
    const path = this.entry(name);
    return (await this.#isFolder(path)) ? await this.#reached(path).catch(absent) : undefined;
  }

  async into(name: string): Promise<RealFolder> {
    const path = this.entry(name);
    if (!(await this.#isFolder(path))) {
      await this.#check();
      await makeEntry(path, this.#disk);
      if (!(await this.#isFolder(path))) throw refuse.outside_workspace();
    }
    const folder = await this.#reached(path);
    await this.sync();
    return folder;
  }

  async #reached(path: string): Promise<RealFolder> {
    // Not compared with `path`: where upper and lower case are the same, the real name may be another.
    const real = await this.#disk.realpath(path);
    if (dirname(real) !== this.#path) throw refuse.outside_workspace();
    return new NamedFolder(real, this.#disk);
  }

  async #isFolder(path: string): Promise<boolean> {
    const stats = await this.#disk.lstat(path).catch(absent);
    if (stats === undefined) return false;
    if (stats.isSymbolicLink()) throw refuse.outside_workspace();
    if (!stats.isDirectory()) throw refuse.not_a_file();
    return true;
  }

  async #check(): Promise<void> {
    if ((await this.#disk.realpath(this.#path)) !== this.#path) throw refuse.outside_workspace();
  }

  async confirm(name: string, file: FileHandle): Promise<void> {
    await this.#check();
    const [here, opened] = await Promise.all([
      this.#disk.lstat(this.entry(name), { bigint: true }).catch(absent),
      file.stat({ bigint: true }),
    ]);
    if (here?.ino !== opened.ino || here.dev !== opened.dev) throw refuse.outside_workspace();
    await this.#check();
  }

  stats(): Promise<BigIntStats> {
    return this.#disk.lstat(this.#path, { bigint: true });
  }

  async names(most: number): Promise<readonly string[]> {
    await this.#check();
    const names = await namesAt(this.#path, most, this.#disk);
    await this.#check();
    return names;
  }

  async sync(): Promise<void> {
    await this.#check();
    const handle = await this.#disk.open(this.#path, folderFlags).catch((error: unknown) => {
      // It was a folder a moment ago.
      throw codeOf(error) === 'ENOTDIR' || codeOf(error) === 'ELOOP' ? refuse.outside_workspace() : error;
    });
    try {
      await syncFolder(handle);
    } finally {
      await handle.close();
    }
  }

  async close(): Promise<void> {}
}
