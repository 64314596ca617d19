import { constants } from 'node:fs';
import { basename, join } from 'node:path';
import {
  entryOf,
  goingFolder,
  inventory,
  type DataName,
} from '../../../../core/instance/data-directory/inventory.ts';
import type { ErasureDisk, Found, Left } from '../../../../core/keeping/erasure/port.ts';
import type { Placed } from '../../../../core/keeping/erasure/record.ts';
import { areOfCopies, withoutAccounts } from '../../../../core/keeping/erasure/uploads-notes.ts';
import { temporaryPrefix } from '../../../../core/workspace/files/path.ts';
import { atomicWrite } from '../atomic-write.ts';
import { absent, codeOf, systemDisk, type Disk } from '../disk.ts';
import { makeFolder, syncAt } from '../open-folder.ts';
import { readText } from '../read-text.ts';
import { stateWrite, type StateFileDeps } from '../state-write.ts';
import { codeIn, eraseTree } from './erase-tree.ts';
import { mountPoints } from './mount-points.ts';
import { walk } from './walk.ts';

/** In a folder that is emptied: its entries, before they are removed. The agent does not see the name. */
const GOING_WITHIN = `${temporaryPrefix}erased-`;

export interface DiskErasureDeps extends StateFileDeps {
  /** Where something is mounted; by default what the system tells. */
  readonly mounts?: () => Promise<readonly string[]>;
}

/** An erasure over the files of the data directory, and of a workspace elsewhere. */
export class DiskErasure implements ErasureDisk {
  readonly #deps: Required<DiskErasureDeps>;

  constructor({ disk = systemDisk, mounts = mountPoints, ...deps }: DiskErasureDeps) {
    this.#deps = { ...deps, disk, mounts };
  }

  async record(): Promise<string | null> {
    const found = await readText(this.#path(RECORD), this.#deps.disk);
    if (found.found === 'nothing') return null;
    if (found.found === 'text') return found.text;
    throw new Error(`${RECORD} cannot be read`);
  }

  async setRecord(text: string): Promise<void> {
    const { gate, disk } = this.#deps;
    await stateWrite(gate, () => atomicWrite(this.#path(RECORD), text, 0o600, disk));
  }

  async removeRecord(): Promise<void> {
    const { dataDir, gate, disk } = this.#deps;
    await stateWrite(gate, async () => {
      await disk.unlink(this.#path(RECORD)).catch(absent);
      await syncAt(dataDir, disk);
    });
  }

  async find(goes: (name: string) => boolean, elsewhere: readonly string[]): Promise<Found> {
    const { dataDir, disk } = this.#deps;
    const mounts = await this.#mountsIn([dataDir, ...elsewhere]);
    const inData = new Set(mounts.flatMap(({ root, path }) => (root === dataDir ? [path] : [])));
    const names: string[] = [];
    const unknown: string[] = [];
    const mounted: string[] = [];
    const mountedWithin = mounts.flatMap(({ root, path }) => (root === dataDir ? [] : [join(root, path)]));
    const isSkipped = (path: string) => !goes(path.split('/', 1)[0] ?? '');
    const enter = ({ path }: { readonly path: string }): boolean => {
      const entry = entryOf(path);
      return entry !== null && inventory[entry].kind !== 'set aside' && !isSkipped(path);
    };
    for await (const { path, is } of walk(dataDir, disk, enter)) {
      const isTop = !path.includes('/');
      if (isTop) names.push(path);
      if (isSkipped(path)) continue;
      const entry = entryOf(path);
      if (entry === null) unknown.push(path);
      // Nothing of the engine is a file there, so it is of another program.
      else if (is === 'file' && isTop && inventory[entry].kind === 'folder') unknown.push(path);
      // What the agent or a program in the workspace has linked is removed as a link, like any file there.
      else if (is === 'link' && (isTop || inventory[entry].kind !== 'workspace')) unknown.push(path);
      if (inData.has(path)) {
        if (isTop && is === 'folder' && entry !== null) mounted.push(path);
        else mountedWithin.push(path);
        inData.delete(path);
      }
    }
    // Below what was not looked into.
    mountedWithin.push(...[...inData].filter((path) => !isSkipped(path)));
    return { names, unknown, mounted, mountedWithin };
  }

  async count(place: string): Promise<number> {
    let files = 0;
    const all = walk(this.#folderOf(place), this.#deps.disk, () => true);
    for await (const { is } of all) if (is !== 'folder') files += 1;
    return files;
  }

  async names(folder: string | null): Promise<readonly string[]> {
    const { disk } = this.#deps;
    const names = (await disk.readdir(this.#folderOf(folder)).catch(absent)) ?? [];
    return names.filter((name) => folder === null || !name.startsWith(GOING_WITHIN));
  }

  async aside(erasureId: string, { folder, name }: Placed, bornBy?: number): Promise<string | null> {
    const { disk } = this.#deps;
    const source = join(this.#folderOf(folder), name);
    if (bornBy !== undefined) return (await eraseTree(source, name, disk, bornBy))[0]?.code ?? null;
    const into = this.#goingFor(erasureId, folder);
    try {
      const stats = await disk.lstat(source).catch(absent);
      if (!stats) return null;
      await makeFolder(into, disk);
      // A folder that its owner cannot write to cannot be moved.
      if (stats.isDirectory() && (stats.mode & constants.S_IWUSR) === 0)
        await disk.chmod(source, 0o700).catch(() => undefined);
      // A name that is taken there is one of an earlier try: that of a file is replaced.
      await disk.rename(source, join(into, name));
      return null;
    } catch (error) {
      // On a full disk there may be no room for another name, but there always is for one less.
      const left = await eraseTree(source, name, disk);
      return left.length === 0 ? null : (left[0]?.code ?? codeIn(error));
    }
  }

  async sync(erasureId: string, emptied: readonly string[]): Promise<void> {
    const { disk } = this.#deps;
    for (const folder of [null, ...emptied])
      for (const path of [this.#goingFor(erasureId, folder), this.#folderOf(folder)])
        await syncAt(path, disk).catch((error: unknown) => {
          if (codeOf(error) !== 'ENOENT') throw error;
        });
  }

  async remove(emptied: readonly string[]): Promise<readonly Left[]> {
    const { disk } = this.#deps;
    const left: Left[] = [...(await eraseTree(this.#path(goingFolder), goingFolder, disk))];
    for (const folder of emptied) {
      const path = this.#folderOf(folder);
      for (const name of (await disk.readdir(path).catch(absent)) ?? [])
        if (name.startsWith(GOING_WITHIN))
          left.push(...(await eraseTree(join(path, name), `${folder}/${name}`, disk)));
    }
    for (const folder of [null, ...emptied])
      await syncAt(this.#folderOf(folder), disk).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT')
          left.push({ path: folder ?? basename(this.#deps.dataDir), code: codeIn(error) });
      });
    return left;
  }

  async cleanUploads(): Promise<Left | null> {
    const { gate, disk } = this.#deps;
    const path = this.#path(UPLOADS);
    try {
      const found = await readText(path, disk);
      if (found.found === 'nothing') return null;
      const clean = found.found === 'text' ? withoutAccounts(found.text) : null;
      if (found.found === 'text' && clean === found.text) return null;
      await stateWrite(gate, () =>
        clean === null ? disk.unlink(path) : atomicWrite(path, clean, 0o600, disk),
      );
      return null;
    } catch (error) {
      return { path: UPLOADS, code: codeIn((error as Error).cause ?? error) };
    }
  }

  async hasUploads(): Promise<boolean> {
    try {
      const found = await readText(this.#path(UPLOADS), this.#deps.disk);
      return found.found !== 'nothing' && (found.found !== 'text' || areOfCopies(found.text));
    } catch {
      // It is named rather than passed over.
      return true;
    }
  }

  async holding(words: readonly string[]): Promise<readonly string[]> {
    const { dataDir, disk } = this.#deps;
    const needles = words.map((word) => Buffer.from(word));
    const most = Math.max(0, ...needles.map(({ length }) => length));
    const enter = ({ path }: { readonly path: string }) => path !== 'backups' && path !== goingFolder;
    const found: string[] = [];
    for await (const { path, is } of walk(dataDir, disk, enter)) {
      const entry = entryOf(path);
      // Opening and closing the lock loses it; the record is about to be replaced.
      if (is !== 'file' || path === RECORD || (entry !== null && inventory[entry].kind === 'lock')) continue;
      if (await holds(join(dataDir, path), needles, most, disk)) found.push(path);
    }
    return found;
  }

  #path(name: DataName): string {
    return join(this.#deps.dataDir, name);
  }

  #folderOf(folder: string | null): string {
    const { dataDir } = this.#deps;
    if (folder === null) return dataDir;
    return folder.startsWith('/') ? folder : join(dataDir, folder);
  }

  #goingFor(erasureId: string, folder: string | null): string {
    return folder === null
      ? join(this.#path(goingFolder), erasureId)
      : join(this.#folderOf(folder), `${GOING_WITHIN}${erasureId}`);
  }

  /** What is mounted below these folders, relative to each. */
  async #mountsIn(
    roots: readonly string[],
  ): Promise<readonly { readonly root: string; readonly path: string }[]> {
    const { disk, mounts } = this.#deps;
    const all = await mounts();
    const found = [];
    for (const root of roots) {
      const real = await disk.realpath(root).catch(absent);
      for (const path of all)
        if (real !== undefined && path.startsWith(`${real}/`))
          found.push({ root, path: path.slice(real.length + 1) });
    }
    return found;
  }
}

const RECORD = 'erasure.json' satisfies DataName;
const UPLOADS = 'uploads.json' satisfies DataName;

/** Reads a file piece by piece; pieces overlap, so that a word between two is found. */
async function holds(path: string, needles: readonly Buffer[], most: number, disk: Disk): Promise<boolean> {
  const file = await disk
    .open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    .catch(() => undefined);
  if (!file) return false;
  try {
    const piece = Buffer.alloc(PIECE + most);
    for (let at = 0; ; at += PIECE) {
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) return false;
      const read = piece.subarray(0, bytesRead);
      if (needles.some((needle) => read.includes(needle))) return true;
      if (bytesRead < piece.length) return false;
    }
  } finally {
    await file.close();
  }
}

const PIECE = 1 << 16;
