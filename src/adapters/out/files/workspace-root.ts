import type { BigIntStats } from 'node:fs';
import { resolve } from 'node:path';
import { refuse } from '../../../core/workspace/files/errors.ts';
import type { WorkspacePath } from '../../../core/ports/workspace.ts';
import { DataDirectory } from './data-directory.ts';
import { refusedByPath, refusedByRoot } from './disk-refusals.ts';
import { absent, codeOf, type Disk } from './disk.ts';
import { makeFolder, openFolder } from './open-folder.ts';
import type { RealFolder } from './real-folder.ts';

/**
 * The root of the workspace, and the way down from it. It is resolved once, at first use. Below it no link is
 * followed, and nothing of the data directory is reached. A root that is not a folder, or is unreachable, is a fault
 * and not a refusal: no other path would work either.
 */
export class WorkspaceRoot {
  readonly #root: string;
  readonly #disk: Disk;
  readonly #dataDirectory: DataDirectory | undefined;
  #realRoot: string | undefined;

  constructor(root: string, dataDir: string | undefined, disk: Disk) {
    this.#root = resolve(root);
    this.#disk = disk;
    this.#dataDirectory = dataDir === undefined ? undefined : new DataDirectory(dataDir, disk);
  }

  /** Call it for each file before it is opened. @throws Refusal outside_workspace for anything of the data directory */
  readonly mayReach = async (stats: BigIntStats): Promise<void> => {
    await this.#dataDirectory?.confirmOutside(stats);
  };

  async #made(): Promise<RealFolder> {
    try {
      // Each time: a workspace that was deleted to clear it is made anew, where it was first resolved to.
      await makeFolder(this.#realRoot ?? this.#root, this.#disk);
      this.#realRoot ??= await this.#disk.realpath(this.#root);
      return await openFolder(this.#realRoot, this.#disk);
    } catch (error) {
      throw refusedByRoot(error);
    }
  }

  async #ifThere(): Promise<RealFolder | undefined> {
    try {
      this.#realRoot ??= await this.#disk.realpath(this.#root);
      return await openFolder(this.#realRoot, this.#disk);
    } catch (error) {
      return absent(refusedByRoot(error));
    }
  }

  /** Whether the root exists. */
  async isThere(): Promise<boolean> {
    const root = await this.#ifThere();
    await root?.close();
    return root !== undefined;
  }

  /**
   * Uses the folder at this path, reached from the root one folder at a time. Missing folders, including the root, are
   * made or refused.
   * @throws Refusal file_not_found, outside_workspace, not_a_file, not_permitted
   */
  async inFolder<T>(
    path: WorkspacePath,
    missing: 'refused' | 'made',
    use: (folder: RealFolder) => Promise<T>,
  ): Promise<T> {
    const root = missing === 'made' ? await this.#made() : await this.#ifThere();
    if (root === undefined) throw refuse.file_not_found();
    try {
      const folder = await this.#descend(await this.#reachable(root), path, missing);
      try {
        return await use(folder);
      } finally {
        await folder.close();
      }
    } catch (error) {
      // When folders are made, a missing one was removed meanwhile, which is a fault.
      if (missing === 'refused' && codeOf(error) === 'ENOENT') throw refuse.file_not_found();
      throw refusedByPath(error);
    }
  }

  /** @returns the last folder, open; `from` and those in between are closed */
  async #descend(from: RealFolder, names: WorkspacePath, missing: 'refused' | 'made'): Promise<RealFolder> {
    let folder = from;
    for (const name of names) {
      const above = folder;
      try {
        folder = await this.#step(above, name, missing);
      } finally {
        await above.close();
      }
    }
    return folder;
  }

  async #step(above: RealFolder, name: string, missing: 'refused' | 'made'): Promise<RealFolder> {
    const folder = missing === 'made' ? await above.into(name) : await above.existing(name);
    if (folder === undefined) throw refuse.file_not_found();
    return await this.#reachable(folder);
  }

  /** Returns the folder; closes it if it must not be reached. */
  async #reachable(folder: RealFolder): Promise<RealFolder> {
    try {
      await this.mayReach(await folder.stats());
      return folder;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }
}
