import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refuse } from '../../../core/workspace/files/errors.ts';
import { absent, codeOf, type Disk } from './disk.ts';
import { folderFlags, makeEntry, namesAt, syncFolder, type RealFolder } from './real-folder.ts';

/**
 * A folder known by its real path, for systems without `/proc/self/fd` (macOS). Every step is checked right
 * before use; creating, opening and renaming a file are also checked afterwards.
 *
 * One gap remains, which Node's file system calls cannot close: another process with write access to the workspace can
 * replace a folder by a link between check and use.
 * - One such swap can create an *empty* folder or an *empty* temporary file (0600) at the target of the link,
 *   or leave a temporary file behind in the folder that was moved away.
 * - Writing content there takes three swaps, each between the right two calls of one write, or one swap during the
 *   `rename` call, which resolves both of its names. A process that does nothing else succeeds only rarely.
 * - Reading and listing show nothing from outside, unless the link is swapped in and out between the right two calls.
 */
export class NamedFolder implements RealFolder {
  readonly #path: string;
  readonly #disk: Disk;

  /** @param path as returned by `realpath` */
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
    // Not compared with `path`: on a case-insensitive file system the real name may differ.
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
      // It was a folder at the check before.
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
