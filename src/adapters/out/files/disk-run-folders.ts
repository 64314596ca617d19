import { basename, dirname, join, resolve } from 'node:path';
import { refuse as refuseFile } from '../../../core/workspace/files/errors.ts';
import { temporaryPrefix } from '../../../core/workspace/files/path.ts';
import { runId as asRunId, type RunId } from '../../../core/kernel/ids.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { Log } from '../../../core/ports/log.ts';
import { refuse } from '../../../core/execution/tool-runs/errors.ts';
import type { FileToWrite, LeftFolder, RunFolders } from '../../../core/execution/tool-runs/port.ts';
import { refusedByPath, refusedByStorage } from './disk-refusals.ts';
import { absent, codeOf, systemDisk, type Disk } from './disk.ts';
import { ExistingFile } from './existing-file.ts';
import { openFolder } from './open-folder.ts';
import { folderFlags, makeEntry, type RealFolder } from './real-folder.ts';
import { replaceFile } from './replace-file.ts';

export interface DiskRunFoldersDeps {
  /** The usual place, in a folder where other users may write, like `/tmp/svc-files`. */
  readonly root: string;
  /** Where a private folder is made if that place is not ours. */
  readonly temporaryDir: string;
  /** Twelve hexadecimal digits that no other engine has, and that this one has again after a restart. */
  readonly mark: () => Promise<string>;
  /** The same; null for an engine that has not made its mark yet, and so has made no folder either. */
  readonly knownMark: () => Promise<string | null>;
  readonly log: Log;
  readonly disk?: Disk;
}

/** Why a folder must not be used. */
class Unfit extends Error {}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const NOTE = /^\.[0-9a-f]{12}-(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/u;
const INSTEAD = /^svc-files-[0-9a-f]{12}-\w+$/u;
const MAX_FILES = 10_000;

/**
 * An empty file beside the folder of a run that says which engine made it. It is there before the folder, and until after
 * it, so no kill leaves a folder that its engine does not know as its own.
 */
const noteFor = (mark: string, run: string): string => `.${mark}-${run}`;

/** Folders of runs below one root, reached through held handles. */
export class DiskRunFolders implements RunFolders {
  readonly #root: string;
  readonly #temporaryDir: string;
  readonly #mark: () => Promise<string>;
  readonly #knownMark: () => Promise<string | null>;
  readonly #log: Log;
  readonly #disk: Disk;
  /** Made at most once for a process. */
  #instead: Promise<string> | null = null;

  constructor({ root, temporaryDir, mark, knownMark, log, disk = systemDisk }: DiskRunFoldersDeps) {
    this.#root = resolve(root);
    this.#temporaryDir = temporaryDir;
    this.#mark = mark;
    this.#knownMark = knownMark;
    this.#log = log;
    this.#disk = disk;
  }

  async write(runId: RunId, files: readonly FileToWrite[]): Promise<string> {
    const { path, root } = await this.#usable();
    try {
      const note = noteFor(await this.#mark(), runId);
      await (await this.#disk.open(root.entry(note), 'wx', 0o600)).close();
      try {
        await this.#made(root, runId, files);
      } catch (error) {
        await this.#disk.unlink(root.entry(note)).catch(() => undefined);
        throw error;
      }
      return join(path, runId);
    } catch (error) {
      const known = refusedByStorage(error);
      if (isRefusal(known)) throw known;
      throw this.#unusable(error);
    } finally {
      await root.close();
    }
  }

  async #made(root: RealFolder, runId: RunId, files: readonly FileToWrite[]): Promise<void> {
    // It must be new: what another process has put there is not touched.
    await this.#disk.mkdir(root.entry(runId), 0o700);
    try {
      await this.#filled(root, runId, files);
    } catch (error) {
      await this.#removedFrom(root, runId).catch(() => undefined);
      throw error;
    }
  }

  async #filled(root: RealFolder, runId: RunId, files: readonly FileToWrite[]): Promise<void> {
    const folder = await root.existing(runId);
    if (!folder) throw new Unfit('it was removed meanwhile');
    try {
      for (const { name, bytes } of files)
        await replaceFile(folder, name, bytes, { mode: 0o600 }, this.#disk);
    } finally {
      await folder.close();
    }
    await root.sync();
  }

  placeOf(folder: string): string {
    return basename(dirname(folder));
  }

  folderOf(runId: RunId, place: string): string | null {
    if (!ID.test(runId)) return null;
    if (place === basename(this.#root)) return join(this.#root, runId);
    return INSTEAD.test(place) ? join(this.#temporaryDir, place, runId) : null;
  }

  async remove(folder: string): Promise<void> {
    try {
      const root = await this.#ours(dirname(folder), 'as it is');
      if (!root) return;
      try {
        const name = basename(folder);
        await this.#removedFrom(root, name);
        await this.#disk.unlink(root.entry(noteFor(await this.#mark(), name))).catch(absent);
      } finally {
        await root.close();
      }
    } catch (error) {
      this.#log.warn('the files of a run could not be removed', { folder, error });
    }
  }

  nameIn(folder: string, path: string): string | null {
    if (!path.startsWith(`${folder}/`)) return null;
    const name = path.slice(folder.length + 1);
    const isName = name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/u.test(name);
    return isName && !name.startsWith(temporaryPrefix) ? name : null;
  }

  isInPlace(path: string): boolean {
    return path === this.#root || path.startsWith(`${this.#root}/`);
  }

  async read(folder: string, name: string, maxBytes: number): Promise<Uint8Array> {
    try {
      return await this.#inFolder(folder, async (held) => {
        const file = await ExistingFile.open(held, name, this.#disk, async () => undefined);
        try {
          return await file.read(maxBytes);
        } finally {
          await file.close();
        }
      });
    } catch (error) {
      if (error instanceof Unfit) throw refuseFile.outside_workspace();
      throw refusedByPath(error);
    }
  }

  async left(): Promise<readonly LeftFolder[]> {
    const left: LeftFolder[] = [];
    for (const path of [this.#root, ...(await this.#insteads())]) left.push(...(await this.#leftIn(path)));
    return left;
  }

  async removeEmptyPlaces(): Promise<void> {
    const inUse = await this.#instead?.catch(() => null);
    for (const path of await this.#insteads())
      if (path !== inUse)
        await this.#disk.rmdir(path).catch((error: unknown) => {
          if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST')
            this.#log.warn('an empty folder could not be removed', { folder: path, error });
        });
  }

  /** The private folders that this engine has made in place of the usual one, in this process or an earlier one. */
  async #insteads(): Promise<readonly string[]> {
    const all = await this.#disk.readdir(this.#temporaryDir).catch((error: unknown) => {
      // Where there is no such folder, nothing was left in it.
      if (codeOf(error) !== 'ENOENT')
        this.#log.warn('a folder for temporary files cannot be listed', {
          folder: this.#temporaryDir,
          error,
        });
      return [];
    });
    const named = all.filter((name) => INSTEAD.test(name));
    const mark = named.length === 0 ? null : await this.#knownMark();
    if (mark === null) return [];
    const own = `svc-files-${mark}-`;
    return named.filter((name) => name.startsWith(own)).map((name) => join(this.#temporaryDir, name));
  }

  async #leftIn(path: string): Promise<readonly LeftFolder[]> {
    const root = await this.#ours(path, 'as it is').catch((error: unknown) => {
      if (error instanceof Unfit) return undefined;
      throw error;
    });
    if (!root) return [];
    try {
      const names = await root.names(MAX_FILES);
      const notes = new Set(names.filter((name) => NOTE.test(name)));
      const mark = notes.size === 0 ? null : await this.#knownMark();
      const noted = [...notes].map((note) => NOTE.exec(note)?.groups?.['id'] ?? '');
      const isOwn = (run: string) => mark !== null && notes.has(noteFor(mark, run));
      // A start may have been killed before its folder was there.
      const runs = new Set([...names.filter((name) => ID.test(name)), ...noted.filter(isOwn)]);
      return [...runs].map((run) => ({ runId: asRunId(run), folder: join(path, run), isOwn: isOwn(run) }));
    } finally {
      await root.close();
    }
  }

  async #inFolder<T>(folder: string, use: (held: RealFolder) => Promise<T>): Promise<T> {
    const root = await this.#ours(dirname(folder), 'as it is');
    if (!root) throw refuseFile.file_not_found();
    try {
      const held = await root.existing(basename(folder));
      if (!held) throw refuseFile.file_not_found();
      try {
        return await use(held);
      } finally {
        await held.close();
      }
    } finally {
      await root.close();
    }
  }

  async #removedFrom(root: RealFolder, name: string): Promise<void> {
    const folder = await root.existing(name);
    if (!folder) return;
    try {
      for (const one of await folder.names(MAX_FILES))
        await this.#disk.unlink(folder.entry(one)).catch(absent);
    } finally {
      await folder.close();
    }
    await this.#disk.rmdir(root.entry(name)).catch(absent);
    await root.sync();
  }

  /** The root to write in, open. @throws Refusal files_folder_unusable, disk_full */
  async #usable(): Promise<{ readonly path: string; readonly root: RealFolder }> {
    try {
      const usual = this.#instead === null ? await this.#usual() : null;
      if (usual) return { path: this.#root, root: usual };
      this.#instead ??= this.#mark().then((mark) =>
        this.#disk.mkdtemp(join(this.#temporaryDir, `svc-files-${mark}-`)),
      );
      const path = await this.#instead;
      const root = await this.#ours(path, 'made private');
      if (!root) throw new Unfit('it was removed');
      return { path, root };
    } catch (error) {
      // The next run makes a new one.
      this.#instead = null;
      const known = refusedByStorage(error);
      if (isRefusal(known)) throw known;
      throw this.#unusable(error);
    }
  }

  /** The usual place, made if it is missing; null if it is not ours. */
  async #usual(): Promise<RealFolder | null> {
    try {
      await makeEntry(this.#root, this.#disk);
      const root = await this.#ours(this.#root, 'made private');
      if (root) return root;
      throw new Unfit('it was removed');
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      this.#log.warn('files of runs are kept in another folder: the usual one is not safe', {
        folder: this.#root,
        error,
      });
      return null;
    }
  }

  /**
   * Opens a root, which belongs to this user; undefined if there is none. To write in it, it is made private first.
   * @throws Unfit
   */
  async #ours(path: string, mode: 'made private' | 'as it is'): Promise<RealFolder | undefined> {
    const real = join(await this.#disk.realpath(dirname(path)), basename(path));
    const handle = await this.#disk.open(real, folderFlags).catch((error: unknown) => {
      // Linux answers ENOTDIR for a link, too.
      if (codeOf(error) === 'ENOTDIR' || codeOf(error) === 'ELOOP') throw new Unfit('it is no folder');
      if (codeOf(error) === 'EACCES') throw new Unfit('it is closed to this user');
      return absent(error);
    });
    if (!handle) return undefined;
    try {
      const { uid, mode: found } = await handle.stat();
      const user = process.getuid?.();
      if (user !== undefined && uid !== user) throw new Unfit(`it belongs to user ${uid}`);
      const isPrivate = user === undefined || (found & 0o7777) === 0o700;
      if (mode === 'made private' && !isPrivate) await handle.chmod(0o700);
      const folder = await openFolder(real, this.#disk);
      const [held, checked] = [await folder.stats(), await handle.stat({ bigint: true })];
      if (held.ino === checked.ino && held.dev === checked.dev) return folder;
      await folder.close();
      throw new Unfit('it was replaced meanwhile');
    } finally {
      await handle.close();
    }
  }

  #unusable(error: unknown): Error {
    this.#log.error('files of a run could not be written', { error });
    return refuse.files_folder_unusable({}, undefined, error);
  }
}
