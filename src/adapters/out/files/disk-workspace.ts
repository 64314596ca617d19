import type { BigIntStats, Stats } from 'node:fs';
import { resolve } from 'node:path';
import { refuse } from '../../../core/files/errors.ts';
import type {
  ContentId,
  FolderEntry,
  FoundFile,
  HeldFile,
  Workspace,
  WorkspacePath,
} from '../../../core/ports/workspace.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { refusedByPath, refusedByStorage } from './disk-refusals.ts';
import { absent, codeOf, systemDisk, type Disk } from './disk.ts';
import { ExistingFile, isSameFile } from './existing-file.ts';
import { listFolder } from './folder-list.ts';
import { makeFolder, openFolder } from './open-folder.ts';
import type { RealFolder } from './real-folder.ts';
import { replaceFile, type Rights } from './replace-file.ts';
import { Turns } from './turns.ts';

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
  readonly #turns = new Turns();
  #realRoot: string | undefined;

  constructor({ root, disk = systemDisk }: DiskWorkspaceDeps) {
    this.#root = resolve(root);
    this.#disk = disk;
  }

  async write(
    path: WorkspacePath,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    {
      mode,
      before,
    }: { readonly mode?: number; readonly before?: (held: HeldFile | null) => Promise<void> } = {},
  ): Promise<{ readonly created: boolean }> {
    const { above, name } = split(path);
    return await this.#turns.take(path.join('/'), async () =>
      inFolder(await this.#madeRoot(), above, descendMaking, async (folder) => {
        const existing = await this.#fileAt(folder.entry(name));
        const rights = mode === undefined ? rightsLike(existing) : { ...rightsLike(existing), mode };
        const put = (mayReplace?: () => Promise<void>) =>
          replaceFile(folder, name, content, rights, this.#disk, mayReplace);
        if (before === undefined) await put();
        else if (existing === undefined) {
          await before(null);
          await put(() => this.#confirmNothing(folder, name));
        } else
          await this.#holding(folder, name, async (file) => {
            const contentId = await shown(file, before);
            await put(() => file.confirmContent(contentId));
          });
        return { created: existing === undefined };
      }),
    );
  }

  async read(path: WorkspacePath, mostBytes: number): Promise<Uint8Array> {
    return await this.#with(path, (file) => file.read(mostBytes));
  }

  async find(path: WorkspacePath): Promise<FoundFile> {
    const stats = await this.#with(path, async (file) => file.stats);
    const sizeBytes = Number(stats.size);
    const pieces = (bytes: number) => this.#pieces(path, stats, Math.min(bytes, sizeBytes));
    return {
      sizeBytes,
      modifiedAt: Math.floor(Number(stats.mtimeMs)),
      content: (bytes = sizeBytes) => pieces(bytes),
    };
  }

  /** Opened when the first piece is asked for: a reader that never comes to it leaves nothing open. */
  async *#pieces(path: WorkspacePath, stats: BigIntStats, bytes: number): AsyncGenerator<Uint8Array> {
    const { above, name } = split(path);
    const file = await inFolder(await this.#rootIfThere(), above, descend, (folder) =>
      ExistingFile.open(folder, name, this.#disk),
    );
    try {
      if (!isSameFile(file.stats, stats)) throw refuse.file_changed();
      let left = bytes;
      for await (const piece of file.pieces(bytes)) {
        left -= piece.length;
        yield piece;
      }
      if (left > 0) throw refuse.file_changed();
    } finally {
      await file.close();
    }
  }

  async contentId(path: WorkspacePath): Promise<ContentId | null> {
    try {
      return await this.#with(path, (file) => file.contentId());
    } catch (error) {
      if (isRefusal(error) && error.code === 'file_not_found') return null;
      throw error;
    }
  }

  async change(
    path: WorkspacePath,
    mostBytes: number,
    change: (content: Uint8Array) => Uint8Array,
    before?: (held: HeldFile, next: Uint8Array) => Promise<void>,
  ): Promise<void> {
    await this.#turns.take(path.join('/'), () =>
      this.#with(path, async (file, folder, name) => {
        const content = await file.read(mostBytes);
        const next = change(content);
        await before?.(file.held(), next);
        await replaceFile(folder, name, next, rightsLike(file.stats), this.#disk, () =>
          file.confirmUntouched(content),
        );
      }),
    );
  }

  async remove(path: WorkspacePath, before?: (held: HeldFile) => Promise<void>): Promise<void> {
    await this.#turns.take(path.join('/'), () =>
      this.#with(path, async (file, folder, name) => {
        if (before !== undefined) await mayTouch(file, before);
        await this.#disk.unlink(folder.entry(name));
        await folder.sync();
      }),
    );
  }

  async rename(
    from: WorkspacePath,
    to: WorkspacePath,
    before?: (held: HeldFile) => Promise<void>,
  ): Promise<void> {
    const target = split(to);
    // In one order, so that two that go opposite ways do not wait for each other.
    const [first = '', second = ''] = [from.join('/'), to.join('/')].toSorted();
    if (first === second) throw refuse.file_exists();
    const work = () =>
      this.#with(from, async (file, folder, name) =>
        inFolder(await this.#madeRoot(), target.above, descendMaking, async (into) => {
          await this.#confirmFree(into, target.name);
          if (before !== undefined) await mayTouch(file, before);
          await this.#confirmFree(into, target.name);
          await this.#disk.rename(folder.entry(name), into.entry(target.name));
          // The new name first: dying in between leaves the file under both, or under the old one.
          await into.sync();
          await folder.sync();
        }),
      );
    await this.#turns.take(first, () => this.#turns.take(second, work));
  }

  async #confirmFree(folder: RealFolder, name: string): Promise<void> {
    if ((await this.#disk.lstat(folder.entry(name)).catch(absent)) !== undefined) throw refuse.file_exists();
  }

  async #confirmNothing(folder: RealFolder, name: string): Promise<void> {
    if ((await this.#disk.lstat(folder.entry(name)).catch(absent)) !== undefined) throw refuse.file_changed();
  }

  async list(
    path: WorkspacePath,
    within: { readonly depth: number; readonly most: number; readonly after?: string },
  ): Promise<{ readonly entries: readonly FolderEntry[]; readonly isAll: boolean }> {
    const root = await this.#rootIfThere();
    if (root === undefined && path.length === 0) return { entries: [], isAll: true };
    return await inFolder(root, path, descend, (folder) => listFolder(folder, path, within, this.#disk));
  }

  /** Hands the file at this path over, held open, with the folder it lies in. */
  async #with<T>(
    path: WorkspacePath,
    use: (file: ExistingFile, folder: RealFolder, name: string) => Promise<T>,
  ): Promise<T> {
    const { above, name } = split(path);
    return await inFolder(await this.#rootIfThere(), above, descend, (folder) =>
      this.#holding(folder, name, (file) => use(file, folder, name)),
    );
  }

  async #holding<T>(folder: RealFolder, name: string, use: (file: ExistingFile) => Promise<T>): Promise<T> {
    const file = await ExistingFile.open(folder, name, this.#disk);
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  async #madeRoot(): Promise<RealFolder> {
    try {
      // Every time: whoever clears the workspace by deleting it finds it made anew, at the place it was resolved to.
      await makeFolder(this.#realRoot ?? this.#root, this.#disk);
      this.#realRoot ??= await this.#disk.realpath(this.#root);
      return await openFolder(this.#realRoot, this.#disk);
    } catch (error) {
      throw refusedByStorage(error);
    }
  }

  async #rootIfThere(): Promise<RealFolder | undefined> {
    try {
      this.#realRoot ??= await this.#disk.realpath(this.#root);
      return await openFolder(this.#realRoot, this.#disk);
    } catch (error) {
      return absent(refusedByStorage(error));
    }
  }

  async #fileAt(path: string): Promise<Stats | undefined> {
    const stats = await this.#disk.lstat(path).catch(absent);
    if (stats?.isSymbolicLink()) throw refuse.outside_workspace();
    if (stats !== undefined && !stats.isFile()) throw refuse.not_a_file();
    return stats;
  }
}

function split(path: WorkspacePath): { readonly above: WorkspacePath; readonly name: string } {
  const name = path.at(-1);
  if (name === undefined) throw refuse.invalid_path();
  return { above: path.slice(0, -1), name };
}

/** Goes down from the root, which is closed in any case. Without a root nothing is there. */
async function inFolder<T>(
  root: RealFolder | undefined,
  path: WorkspacePath,
  down: typeof descend,
  use: (folder: RealFolder) => Promise<T>,
): Promise<T> {
  if (root === undefined) throw refuse.file_not_found();
  try {
    const folder = await down(root, path);
    try {
      return await use(folder);
    } finally {
      await folder.close();
    }
  } catch (error) {
    // Where folders are made, one that is gone was taken away, and that is a fault.
    if (down === descend && codeOf(error) === 'ENOENT') throw refuse.file_not_found();
    throw refusedByPath(error);
  }
}

/** @returns the folder at the end, open; `from` and all between are closed */
async function descend(from: RealFolder, names: readonly string[]): Promise<RealFolder> {
  return await stepDown(from, names, async (above, name) => {
    const folder = await above.existing(name);
    if (folder === undefined) throw refuse.file_not_found();
    return folder;
  });
}

/** The same, and the folders that are missing are made. */
async function descendMaking(from: RealFolder, names: readonly string[]): Promise<RealFolder> {
  return await stepDown(from, names, (above, name) => above.into(name));
}

async function stepDown(
  from: RealFolder,
  names: readonly string[],
  step: (above: RealFolder, name: string) => Promise<RealFolder>,
): Promise<RealFolder> {
  let folder = from;
  for (const name of names) {
    const above = folder;
    try {
      folder = await step(above, name);
    } finally {
      await above.close();
    }
  }
  return folder;
}

/** Shows the file to whoever wants to see it first. @returns what they have seen of it */
async function shown(file: ExistingFile, before: (held: HeldFile) => Promise<void>): Promise<ContentId> {
  const held = file.held();
  await before(held);
  return await held.contentId();
}

/** The same, and makes sure that it is still that file afterwards. */
async function mayTouch(file: ExistingFile, before: (held: HeldFile) => Promise<void>): Promise<void> {
  await file.confirmContent(await shown(file, before));
}

function rightsLike(existing: Stats | BigIntStats | undefined): Rights {
  if (existing === undefined) return { mode: 0o600 };
  // Without set-id bits: they were given to the old content.
  const mode = Number(existing.mode) & 0o777;
  return { mode, owner: { uid: Number(existing.uid), gid: Number(existing.gid) } };
}
