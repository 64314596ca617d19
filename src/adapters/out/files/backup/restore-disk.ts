import { constants } from 'node:fs';
import { chmod, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refuse } from '../../../../core/keeping/backups/errors.ts';
import type { RestoreIntent } from '../../../../core/keeping/backups/restore-intent.ts';
import type { FileSet } from '../../../../core/keeping/backups/restore-plan.ts';
import type { Place, RestoreDisk } from '../../../../core/keeping/backups/restore-port.ts';
import {
  asideFolder,
  stagingFolder,
  type DataName,
} from '../../../../core/instance/data-directory/inventory.ts';
import { atomicWrite } from '../atomic-write.ts';
import { refusedAsStorage } from '../disk-refusals.ts';
import { absent, codeOf, systemDisk, type Disk } from '../disk.ts';
import { makeFolder } from '../open-folder.ts';
import { readText } from '../read-text.ts';
import { syncFolder } from '../real-folder.ts';
import { stateWrite, type StateFileDeps } from '../state-write.ts';
import { say } from '../../../../core/keeping/backups/says.ts';

/** Beside the staged files, in a folder of its own: what an undone restore has moved out. */
const DROPPED = '.dropped';

/** The files of restores in the data directory. Names are single entries of it. */
export class DiskRestore implements RestoreDisk {
  readonly #deps: Required<StateFileDeps>;
  readonly #intent: string;

  constructor({ disk = systemDisk, ...deps }: StateFileDeps) {
    this.#deps = { ...deps, disk };
    this.#intent = join(deps.dataDir, 'restore.json' satisfies DataName);
  }

  async intent(): Promise<string | null> {
    const found = await readText(this.#intent, this.#deps.disk);
    if (found.found === 'nothing') return null;
    if (found.found === 'text') return found.text;
    throw new Error('restore.json cannot be read');
  }

  async setIntent(text: string): Promise<void> {
    const { gate, disk } = this.#deps;
    await stateWrite(gate, () => atomicWrite(this.#intent, text, 0o600, disk));
  }

  async removeIntent(): Promise<void> {
    const { dataDir, gate, disk } = this.#deps;
    await stateWrite(gate, async () => {
      await disk.unlink(this.#intent).catch(absent);
      await this.#syncFolder(dataDir);
    });
  }

  async begin(operationId: string, needBytes: number): Promise<string> {
    const { dataDir, disk } = this.#deps;
    const path = join(dataDir, stagingFolder, operationId);
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < needBytes)
      throw refuse.backup_space(
        { needBytes, freeBytes: bavail * bsize },
        say('backups.restore_space', { needs: inMib(needBytes), free: inMib(bavail * bsize) }),
      );
    try {
      await makeFolder(path, disk);
    } catch (error) {
      throw refusedAsStorage(error);
    }
    return path;
  }

  async ready(_operationId: string, sets: readonly FileSet[]): Promise<readonly FileSet[]> {
    return sets;
  }

  /** Whether there may be something that `clear` removes. */
  async hasLeftovers(): Promise<boolean> {
    const { dataDir, disk } = this.#deps;
    for (const name of [stagingFolder, asideFolder])
      if ((await disk.lstat(join(dataDir, name)).catch(absent)) !== undefined) return true;
    return false;
  }

  async elsewhere(names: readonly string[]): Promise<string | null> {
    const { dataDir, disk } = this.#deps;
    const { dev } = await disk.stat(dataDir);
    for (const name of names) {
      const stats = await disk.lstat(join(dataDir, name)).catch(absent);
      if (stats && stats.dev !== dev) return name;
    }
    return null;
  }

  async has(intent: RestoreIntent, name: string, place: Place): Promise<boolean> {
    return (await this.#deps.disk.lstat(join(this.#folder(intent, place), name)).catch(absent)) !== undefined;
  }

  async move(intent: RestoreIntent, name: string, from: Place, to: Place): Promise<void> {
    const { disk } = this.#deps;
    const source = join(this.#folder(intent, from), name);
    const target = join(this.#folder(intent, to), name);
    if (to !== 'live') await makeFolder(dirname(target), disk);
    if (await this.has(intent, name, to)) throw new Error(`there already is a ${name} in the place ${to}`);
    await renamed(source, target, disk);
  }

  async keep(intent: RestoreIntent, name: string, as: string): Promise<boolean> {
    const { dataDir, disk } = this.#deps;
    const target = join(dataDir, as);
    if (await this.has(intent, name, 'aside'))
      await renamed(join(this.#folder(intent, 'aside'), name), target, disk);
    await this.sync(intent, 'live');
    return (await disk.lstat(target).catch(absent)) !== undefined;
  }

  async sync(intent: RestoreIntent, to: Place): Promise<void> {
    for (const place of new Set<Place>([to, 'aside', 'dropped', 'staged', 'live']))
      await this.#syncFolder(this.#folder(intent, place));
  }

  async clear(): Promise<void> {
    for (const name of [stagingFolder, asideFolder]) await removeTree(join(this.#deps.dataDir, name));
  }

  #folder({ operationId }: RestoreIntent, place: Place): string {
    const { dataDir } = this.#deps;
    const staged = join(dataDir, stagingFolder, operationId);
    return {
      live: dataDir,
      staged,
      aside: join(dataDir, asideFolder, operationId),
      dropped: join(staged, DROPPED),
    }[place];
  }

  async #syncFolder(path: string): Promise<void> {
    const folder = await this.#deps.disk.open(path, constants.O_RDONLY | constants.O_DIRECTORY).catch(absent);
    if (!folder) return;
    try {
      await syncFolder(folder);
    } finally {
      await folder.close();
    }
  }
}

async function renamed(source: string, target: string, disk: Disk): Promise<void> {
  try {
    await disk.rename(source, target);
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
    // A folder that its owner cannot write to cannot be moved. A link would pass the mode on to what it leads to.
    const stats = await disk.lstat(source);
    if (!stats.isDirectory()) throw error;
    const { mode } = stats;
    await disk.chmod(source, mode | constants.S_IWUSR);
    await disk.rename(source, target);
    await disk.chmod(target, mode);
  }
}

/** Folders of a workspace may be read-only. */
async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
    await makeWritable(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function makeWritable(path: string): Promise<void> {
  await chmod(path, 0o700);
  for (const entry of await systemDisk.readdir(path, { withFileTypes: true }))
    if (entry.isDirectory()) await makeWritable(join(path, entry.name));
}

const inMib = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;
