import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { refuse } from '../../../core/workspace/files/errors.ts';
import type {
  ChangeOptions,
  ContentId,
  ListedEntries,
  ListedWithin,
  FoundFile,
  HeldFile,
  HeldPaths,
  WorkspacePath,
} from '../../../core/ports/workspace.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { WriteGate } from '../../../core/kernel/write-gate.ts';
import { temporaryPrefix } from '../../../core/workspace/files/path.ts';
import { absent, codeOf, systemDisk, type Disk } from './disk.ts';
import { ExistingFile, isSameFile } from './existing-file.ts';
import { listFolder } from './folder-list.ts';
import type { RealFolder } from './real-folder.ts';
import { replaceFile, type Replacing, type Rights } from './replace-file.ts';
import { confirmNotStopped } from './not-stopped.ts';
import { WorkspaceRoot } from './workspace-root.ts';

export interface RootedFilesDeps {
  /** Made (0700) if missing. The operator chose it, so links may lead to it. */
  readonly root: string;
  /** The data directory: nothing in it can be reached, under any name. */
  readonly dataDir?: string;
  readonly gate: WriteGate;
  readonly disk?: Disk;
}

/**
 * Files below a root on disk, one operation at a time: the caller must serialise changes of the same path.
 * Only regular files are replaced, each by a new file under its name: other hard links keep the old content.
 *
 * Only the last step of each change passes the gate: the one call that puts the new content in place, removes the file
 * or renames it. So while the gate is closed the engine changes no file here, and the rows of history.db agree
 * with the files. Writing long content under a temporary name does not delay closing the gate. The whole change could
 * not be one pass anyway: meanwhile the caller makes a copy and commits a row, and both pass the gate themselves.
 */
export class RootedFiles implements HeldPaths {
  readonly #at: WorkspaceRoot;
  readonly #gate: WriteGate;
  readonly #disk: Disk;
  /** Part of the names of temporary files, so that only an engine of the same data directory removes them. */
  readonly #mark: string;

  constructor({ root, dataDir, gate, disk = systemDisk }: RootedFilesDeps) {
    this.#at = new WorkspaceRoot(root, dataDir, disk);
    this.#gate = gate;
    this.#disk = disk;
    this.#mark =
      dataDir === undefined ? '' : `${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}-`;
  }

  async write(
    path: WorkspacePath,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    { mode, before, signal }: ChangeOptions<HeldFile | null> & { readonly mode?: number } = {},
  ): Promise<{ readonly created: boolean }> {
    const { above, name } = split(path);
    return await this.#at.inFolder(above, 'made', async (folder) => {
      const existing = await this.#fileAt(folder.entry(name));
      const rights = mode === undefined ? rightsLike(existing) : { ...rightsLike(existing), mode };
      const put = (mayReplace?: () => Promise<void>) =>
        replaceFile(folder, name, content, rights, this.#disk, this.#replacing(signal, mayReplace));
      if (before === undefined) await put();
      else if (existing === undefined) {
        await before(null);
        await put(() => this.#confirmNothing(folder, name));
      } else
        await this.#holding(folder, name, async (file) => {
          const contentId = await shown(file, before, signal);
          await put(() => file.confirmContent(contentId, signal));
        });
      return { created: existing === undefined };
    });
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

  /** Opened for the first piece: a reader that never starts leaves nothing open. */
  async *#pieces(path: WorkspacePath, stats: BigIntStats, bytes: number): AsyncGenerator<Uint8Array> {
    const { above, name } = split(path);
    const file = await this.#at.inFolder(above, 'refused', (folder) =>
      ExistingFile.open(folder, name, this.#disk, this.#at.mayReach),
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
    {
      before,
      signal,
    }: {
      readonly before?: (held: HeldFile, next: Uint8Array) => Promise<void>;
      readonly signal?: AbortSignal;
    },
  ): Promise<void> {
    await this.#with(path, async (file, folder, name) => {
      const content = await file.read(mostBytes);
      const next = change(content);
      await before?.(file.held(signal), next);
      const replacing = this.#replacing(signal, () => file.confirmUntouched(content));
      await replaceFile(folder, name, next, rightsLike(file.stats), this.#disk, replacing);
    });
  }

  #replacing(signal: AbortSignal | undefined, confirm?: () => Promise<void>): Replacing {
    const mayReplace = async () => {
      await confirm?.();
      confirmNotStopped(signal);
    };
    return { mayReplace, mark: this.#mark, gate: this.#gate };
  }

  async remove(path: WorkspacePath, { before, signal }: ChangeOptions<HeldFile> = {}): Promise<void> {
    await this.#with(path, async (file, folder, name) => {
      const mayTouch = before && (await shownUntouched(file, before, signal));
      await this.#gate.pass(async () => {
        await mayTouch?.();
        confirmNotStopped(signal);
        await this.#disk.unlink(folder.entry(name));
      });
      await folder.sync();
    });
  }

  async rename(
    from: WorkspacePath,
    to: WorkspacePath,
    { before, signal }: ChangeOptions<HeldFile>,
  ): Promise<void> {
    const target = split(to);
    if (from.join('/') === to.join('/')) throw refuse.file_exists();
    await this.#with(from, async (file, folder, name) =>
      this.#at.inFolder(target.above, 'made', async (into) => {
        await this.#confirmFree(into, target.name);
        const mayTouch = before && (await shownUntouched(file, before, signal));
        await this.#gate.pass(async () => {
          await mayTouch?.();
          await this.#confirmFree(into, target.name);
          confirmNotStopped(signal);
          await this.#disk.rename(folder.entry(name), into.entry(target.name));
        });
        // The new name first: a crash in between leaves the file under both names, or under the old one.
        await into.sync();
        await folder.sync();
      }),
    );
  }

  async #confirmFree(folder: RealFolder, name: string): Promise<void> {
    if ((await this.#disk.lstat(folder.entry(name)).catch(absent)) !== undefined) throw refuse.file_exists();
  }

  async #confirmNothing(folder: RealFolder, name: string): Promise<void> {
    if ((await this.#disk.lstat(folder.entry(name)).catch(absent)) !== undefined) throw refuse.file_changed();
  }

  async list(path: WorkspacePath, within: ListedWithin): Promise<ListedEntries> {
    if (path.length === 0 && !(await this.#at.isThere())) return { entries: [], isAll: true, isCut: false };
    return await this.#at.inFolder(path, 'refused', (folder) =>
      listFolder(folder, path, within, this.#disk, this.#at.mayReach),
    );
  }

  async removeFolder(path: WorkspacePath): Promise<void> {
    const { above, name } = split(path);
    try {
      await this.sweep(path);
      await this.#at.inFolder(above, 'refused', async (folder) => {
        await this.#gate.pass(() => this.#disk.rmdir(folder.entry(name)));
        await folder.sync();
      });
    } catch (error) {
      if (isRefusal(error) && error.code === 'file_not_found') return;
      if (!NOT_EMPTY.has(codeOf(error) ?? '')) throw error;
    }
  }

  /** Removes temporary files that a killed engine of this data directory left in this folder. */
  async sweep(path: WorkspacePath): Promise<void> {
    await this.#at.inFolder(path, 'refused', async (folder) => {
      for (const name of await folder.names(Infinity))
        if (name.startsWith(temporaryPrefix + this.#mark))
          await this.#disk.unlink(folder.entry(name)).catch(absent);
    });
  }

  /** Calls `use` with the file at this path, held open, and its folder. */
  async #with<T>(
    path: WorkspacePath,
    use: (file: ExistingFile, folder: RealFolder, name: string) => Promise<T>,
  ): Promise<T> {
    const { above, name } = split(path);
    return await this.#at.inFolder(above, 'refused', (folder) =>
      this.#holding(folder, name, (file) => use(file, folder, name)),
    );
  }

  async #holding<T>(folder: RealFolder, name: string, use: (file: ExistingFile) => Promise<T>): Promise<T> {
    const file = await ExistingFile.open(folder, name, this.#disk, this.#at.mayReach);
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  async #fileAt(path: string): Promise<BigIntStats | undefined> {
    const stats = await this.#disk.lstat(path, { bigint: true }).catch(absent);
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink()) throw refuse.outside_workspace();
    if (!stats.isFile()) throw refuse.not_a_file();
    await this.#at.mayReach(stats);
    return stats;
  }
}

function split(path: WorkspacePath): { readonly above: WorkspacePath; readonly name: string } {
  const name = path.at(-1);
  if (name === undefined) throw refuse.invalid_path();
  return { above: path.slice(0, -1), name };
}

const NOT_EMPTY: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR']);

/** Shows the file to the caller before it is changed. @returns the content that was shown */
async function shown(
  file: ExistingFile,
  before: (held: HeldFile) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<ContentId> {
  const held = file.held(signal);
  await before(held);
  return await held.contentId();
}

/** The same. @returns a check, for right before the change, that it is still the same file and content */
async function shownUntouched(
  file: ExistingFile,
  before: (held: HeldFile) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<() => Promise<void>> {
  const contentId = await shown(file, before, signal);
  return () => file.confirmContent(contentId, signal);
}

function rightsLike(existing: BigIntStats | undefined): Rights {
  if (existing === undefined) return { mode: 0o600 };
  // Without set-id bits: they were meant for the old content.
  const mode = Number(existing.mode) & 0o777;
  return { mode, owner: { uid: Number(existing.uid), gid: Number(existing.gid) } };
}
