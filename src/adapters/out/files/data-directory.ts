import { lstatSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import {
  agentFolder,
  exportScratch,
  scratchFolder,
} from '../../../core/instance/data-directory/inventory.ts';
import { refuse } from '../../../core/workspace/files/errors.ts';
import { absent, systemDisk, type Disk } from './disk.ts';
import { namesAt } from './real-folder.ts';

/** Identifies a folder by device and inode, whatever its name and mount point. */
type Id = string;

interface Listing {
  /** The time of the folder's last change, as of this reading. */
  readonly stamp: string;
  readonly files: ReadonlySet<Id>;
  readonly folders: ReadonlyMap<Id, string>;
}

/** Backups and exports hold files of the workspace there by hard links, while they copy them. */
const inReach: readonly string[] = [agentFolder, scratchFolder, exportScratch];

/** Changes within one tick of the file system leave the same time, so a recent one proves nothing. */
const SETTLED_MS = 1_000;

/**
 * The data directory, which must not be reachable through the workspace: neither by a hard link, nor a bind mount, nor
 * because it was moved there while the engine runs. Opening and closing `lock.db` is enough to lose the lock, so names
 * are checked before they are opened.
 *
 * The workspace may lie in it, under the one name that the inventory gives it. Everything else is unreachable, even
 * files that the inventory does not know. One case goes undetected: a single file, from a subfolder of the data
 * directory, that is mounted into the workspace.
 */
export class DataDirectory {
  readonly #path: string;
  readonly #disk: Disk;
  readonly #self: Id | undefined;
  #listed: Listing | undefined;

  constructor(path: string, disk: Disk = systemDisk) {
    this.#path = path;
    this.#disk = disk;
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    this.#self = stats && idOf(stats);
  }

  /** @throws Refusal outside_workspace if this is the data directory or something in it */
  async confirmOutside(stats: BigIntStats): Promise<void> {
    const id = idOf(stats);
    if (id === this.#self) throw refuse.outside_workspace();
    const { files, folders } = await this.#own();
    if (files.has(id) || folders.has(id)) throw refuse.outside_workspace();
    // A file with several names may have one in these folders.
    if (stats.isDirectory() || stats.nlink < 2n) return;
    for (const folder of folders.values())
      if (await this.#holds(folder, id)) throw refuse.outside_workspace();
  }

  /** The directory itself; if it is missing, its last known state, because it may have been moved. */
  async #own(): Promise<Listing> {
    const stats = await this.#disk.lstat(this.#path, { bigint: true }).catch(absent);
    if (stats === undefined) return this.#listed ?? NOTHING;
    const stamp = `${stats.mtimeNs}`;
    const isSettled = Date.now() - Number(stats.mtimeMs) > SETTLED_MS;
    if (isSettled && this.#listed?.stamp === stamp) return this.#listed;
    const listed = await this.#read(this.#path, stamp);
    if (isSettled) this.#listed = listed;
    return listed;
  }

  async #read(path: string, stamp: string): Promise<Listing> {
    const files = new Set<Id>();
    const folders = new Map<Id, string>();
    for (const name of await namesAt(path, Infinity, this.#disk)) {
      const entry = join(path, name);
      const stats = await this.#disk.lstat(entry, { bigint: true }).catch(absent);
      if (stats === undefined || (path === this.#path && inReach.includes(name))) continue;
      if (stats.isDirectory()) folders.set(idOf(stats), entry);
      else files.add(idOf(stats));
    }
    return { stamp, files, folders };
  }

  async #holds(folder: string, id: Id): Promise<boolean> {
    const { files, folders } = await this.#read(folder, '');
    if (files.has(id)) return true;
    for (const below of folders.values()) if (await this.#holds(below, id)) return true;
    return false;
  }
}

const NOTHING: Listing = { stamp: '', files: new Set(), folders: new Map() };

const idOf = ({ dev, ino }: BigIntStats): Id => `${dev}:${ino}`;
