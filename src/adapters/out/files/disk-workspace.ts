import type { Stats } from 'node:fs';
import { resolve } from 'node:path';
import { refuse } from '../../../core/files/errors.ts';
import type { WorkspacePath } from '../../../core/files/path.ts';
import type { Workspace } from '../../../core/files/workspace.ts';
import { refusedByPath, refusedByStorage } from './disk-refusals.ts';
import { absent, systemDisk, type Disk } from './disk.ts';
import { makeFolder, openFolder } from './open-folder.ts';
import type { RealFolder } from './real-folder.ts';
import { replaceFile, type Rights } from './replace-file.ts';

export interface DiskWorkspaceDeps {
  /** The operator's word: it is made (0700) if missing, and may itself be reached by links. */
  readonly root: string;
  readonly disk?: Disk;
}

/**
 * The workspace is a folder on disk. The root is resolved once, at first use; below it no link is ever followed
 * and nothing but a regular file is replaced, by a new file under its name: other hard links keep the old content.
 * A root that is no folder or cannot be reached is a fault, not a refusal: no other path would help.
 */
export class DiskWorkspace implements Workspace {
  readonly #root: string;
  readonly #disk: Disk;
  #realRoot: string | undefined;

  constructor({ root, disk = systemDisk }: DiskWorkspaceDeps) {
    this.#root = resolve(root);
    this.#disk = disk;
  }

  async write(path: WorkspacePath, content: Uint8Array): Promise<{ readonly created: boolean }> {
    const name = path.at(-1);
    if (name === undefined) throw refuse.invalid_path();
    const root = await this.#openRoot().catch((error: unknown) => {
      throw refusedByStorage(error);
    });
    try {
      const folder = await descend(root, path.slice(0, -1));
      try {
        const existing = await this.#fileAt(folder.entry(name));
        await replaceFile(folder, name, content, rightsLike(existing), this.#disk);
        return { created: existing === undefined };
      } finally {
        await folder.close();
      }
    } catch (error) {
      throw refusedByPath(error);
    }
  }

  async #openRoot(): Promise<RealFolder> {
    // Every time: whoever clears the workspace by deleting it finds it made anew, at the place it was resolved to.
    await makeFolder(this.#realRoot ?? this.#root, this.#disk);
    this.#realRoot ??= await this.#disk.realpath(this.#root);
    return await openFolder(this.#realRoot, this.#disk);
  }

  async #fileAt(path: string): Promise<Stats | undefined> {
    const stats = await this.#disk.lstat(path).catch(absent);
    if (stats?.isSymbolicLink()) throw refuse.outside_workspace();
    if (stats !== undefined && !stats.isFile()) throw refuse.not_a_file();
    return stats;
  }
}

/** @returns the folder at the end, open; `from` and all between are closed */
async function descend(from: RealFolder, names: readonly string[]): Promise<RealFolder> {
  let folder = from;
  for (const name of names) {
    const above = folder;
    try {
      folder = await above.into(name);
    } finally {
      await above.close();
    }
  }
  return folder;
}

function rightsLike(existing: Stats | undefined): Rights {
  if (existing === undefined) return { mode: 0o600 };
  // Without set-id bits: they were given to the old content.
  return { mode: existing.mode & 0o777, owner: { uid: existing.uid, gid: existing.gid } };
}
