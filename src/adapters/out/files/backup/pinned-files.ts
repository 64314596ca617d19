import { isUtf8 } from 'node:buffer';
import { constants, type Stats } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, opendir, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestFile, Skipped } from '../../../../core/keeping/backups/model.ts';
import type { BackupPlan } from '../../../../core/keeping/backups/plan.ts';
import { entryOf, inventory } from '../../../../core/instance/data-directory/inventory.ts';
import { backupLimits } from '../../../../core/keeping/backups/limits.ts';
import { absent, codeOf } from '../disk.ts';

/** A file or folder as it was when it was pinned. */
export interface PinnedEntry extends Pick<ManifestFile, 'path' | 'kind' | 'mode' | 'modifiedAt'> {
  /** Where its content is held; null for a folder. */
  readonly heldAt: string | null;
  readonly sizeBytes: number;
}

export interface PinnedFiles {
  readonly entries: readonly PinnedEntry[];
  readonly skipped: readonly Skipped[];
  readonly skippedCount: number;
}

/**
 * Holds the files of this moment by hard links below `held`, a new folder on the same file system: files of the engine
 * are replaced whole, never changed, so a link keeps what was there. Where there are no hard links the files are copied.
 * Links and special files are left out.
 */
export async function pinFiles(
  dataDir: string,
  plan: BackupPlan,
  withWorkspace: boolean,
  held: string,
  onEntry: () => void = () => undefined,
): Promise<PinnedFiles> {
  const pinning = new Pinning(dataDir, held, await filesOf(dataDir), onEntry);
  await mkdir(held, { recursive: true, mode: 0o700 });
  for (const name of plan.files) await pinning.file(name);
  for (const name of plan.folders) await pinning.folder(name, (path) => isBackedUp(path));
  if (withWorkspace) await pinning.tree(plan.workspace);
  return pinning.result();
}

const isBackedUp = (path: string): boolean => {
  const name = entryOf(path);
  return name !== null && inventory[name].backedUp === 'yes' && inventory[name].kind === 'state';
};

class Pinning {
  readonly #dataDir: string;
  readonly #held: string;
  readonly #entries: PinnedEntry[] = [];
  readonly #skipped: Skipped[] = [];
  /** The files of the engine: a hard link in the workspace must not carry one of them into a backup. */
  readonly #engineFiles: ReadonlySet<string>;
  readonly #onEntry: () => void;
  #skippedCount = 0;

  constructor(dataDir: string, held: string, engineFiles: ReadonlySet<string>, onEntry: () => void) {
    this.#dataDir = dataDir;
    this.#held = held;
    this.#engineFiles = engineFiles;
    this.#onEntry = onEntry;
  }

  result(): PinnedFiles {
    return { entries: this.#entries, skipped: this.#skipped, skippedCount: this.#skippedCount };
  }

  /** A state file. Its owner may have made it a link to another place: then that content counts. */
  async file(path: string): Promise<void> {
    const from = join(this.#dataDir, path);
    const stats = await lstat(from).catch(absent);
    if (stats?.isFile() || stats?.isSymbolicLink()) await this.#hold(path, stats, null);
    else if (stats) this.#skip(path, 'special');
  }

  /** A folder of state files. */
  async folder(path: string, isIncluded: (path: string) => boolean): Promise<void> {
    const from = join(this.#dataDir, path);
    if (!(await lstat(from).catch(absent))?.isDirectory()) return;
    await this.#enter(path, null);
    for (const name of await readdir(from))
      if (isIncluded(`${path}/${name}`)) await this.file(`${path}/${name}`);
  }

  /** A folder with all that is below it. */
  async tree(path: string): Promise<void> {
    const from = join(this.#dataDir, path);
    const stats = await lstat(from).catch(absent);
    if (!stats) return;
    if (!stats.isDirectory()) return this.#skip(path, stats.isSymbolicLink() ? 'link' : 'special');
    await this.#enter(path, stats);
    let names: readonly string[];
    try {
      const found = await namesIn(from);
      names = found.names;
      for (const name of found.others) this.#skip(`${path}/${name}`, 'name');
    } catch (error) {
      if (codeOf(error) !== 'EACCES' && codeOf(error) !== 'ENOENT') throw error;
      return this.#skip(path, 'unreadable');
    }
    for (const name of names) await this.#treeEntry(`${path}/${name}`);
  }

  async #treeEntry(path: string): Promise<void> {
    const stats = await lstat(join(this.#dataDir, path)).catch(absent);
    if (!stats) return;
    if (stats.isDirectory()) await this.tree(path);
    else if (stats.isSymbolicLink()) this.#skip(path, 'link');
    else if (stats.isFile()) await this.#hold(path, stats, stats);
    else this.#skip(path, 'special');
  }

  async #enter(path: string, stats: Stats | null): Promise<void> {
    await mkdir(join(this.#held, path), { mode: 0o700 });
    this.#add({ path, kind: 'folder', ...rightsOf(stats), modifiedAt: null, heldAt: null, sizeBytes: 0 });
  }

  async #hold(path: string, stats: Stats, rights: Stats | null): Promise<void> {
    const from = join(this.#dataDir, path);
    const heldAt = join(this.#held, path);
    try {
      // Of the engine's own files the owner may have made a link; in the workspace no link is ever followed.
      if (!rights && stats.isSymbolicLink()) await copyFile(from, heldAt);
      else await link(from, heldAt).catch(() => copyOpened(from, heldAt));
      const linked = await lstat(heldAt);
      if (!linked.isFile() || (rights && linked.nlink > 2 && this.#engineFiles.has(idOf(linked)))) {
        await unlink(heldAt);
        return this.#skip(path, 'link');
      }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      if (codeOf(error) === 'ELOOP') return this.#skip(path, 'link');
      if (codeOf(error) !== 'EACCES' && codeOf(error) !== 'EPERM') throw error;
      return this.#skip(path, 'unreadable');
    }
    const modifiedAt = rights && Math.trunc(rights.mtimeMs);
    this.#add({ path, kind: 'file', ...rightsOf(rights), modifiedAt, heldAt, sizeBytes: stats.size });
  }

  #add(entry: PinnedEntry): void {
    if (this.#entries.length >= backupLimits.entries)
      throw new Error(
        `The workspace has more than ${backupLimits.entries} files and folders, the most that a backup holds. Move some of them elsewhere.`,
      );
    this.#entries.push(entry);
    this.#onEntry();
  }

  #skip(path: string, reason: Skipped['reason']): void {
    this.#skippedCount += 1;
    if (this.#skipped.length < backupLimits.skippedNamed) this.#skipped.push({ path, reason });
  }
}

const rightsOf = (stats: Stats | null) => ({ mode: stats && stats.mode & 0o777 });

/** As a shell writes such a name: `M\\xFCller.txt`. */
const escaped = (name: Buffer): string =>
  name
    .toString('latin1')
    .replaceAll(
      /[^ -~]/gu,
      (letter) => `\\x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );

/** Names that are not UTF-8 cannot be in a manifest. */
async function namesIn(
  folder: string,
): Promise<{ readonly names: readonly string[]; readonly others: readonly string[] }> {
  const names: string[] = [];
  const others: string[] = [];
  for await (const entry of await opendir(folder, { encoding: 'buffer' as BufferEncoding })) {
    const bytes = entry.name as unknown as Buffer;
    if (isUtf8(bytes)) names.push(bytes.toString('utf8'));
    else others.push(escaped(bytes));
  }
  return { names: names.toSorted(), others: others.toSorted() };
}

/** The files of the data directory outside the workspace, by device and inode. */
async function filesOf(dataDir: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { name } of (await readdir(dataDir, { withFileTypes: true })).filter((one) => one.isFile()))
    found.add(idOf(await lstat(join(dataDir, name))));
  return found;
}

const idOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`;

/** Where there are no hard links. */
async function copyOpened(from: string, to: string): Promise<void> {
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await source.stat()).isFile()) return;
    const target = await open(to, 'wx', 0o600);
    try {
      for await (const piece of source.createReadStream({ autoClose: false }))
        await target.write(piece as Buffer);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
