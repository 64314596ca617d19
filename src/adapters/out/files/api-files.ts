import { join } from 'node:path';
import type { ApiFile, ApiFiles } from '../../../core/outside/api-store/store.ts';
import type { WriteGate } from '../../../core/kernel/write-gate.ts';
import { atomicWrite } from './atomic-write.ts';
import { refusedAsStorage } from './disk-refusals.ts';
import { absent, systemDisk, type Disk } from './disk.ts';
import { makeFolder, openFolder } from './open-folder.ts';
import { readText } from './read-text.ts';
import { namesAt } from './real-folder.ts';
import { stateWrite } from './state-write.ts';

/** The folder `apis` in the data directory, made (0700) when the first profile is written. */
export class DiskApiFiles implements ApiFiles {
  readonly #folder: string;
  readonly #gate: WriteGate;
  readonly #disk: Disk;

  constructor({
    folder,
    gate,
    disk = systemDisk,
  }: {
    readonly folder: string;
    readonly gate: WriteGate;
    readonly disk?: Disk;
  }) {
    this.#folder = folder;
    this.#gate = gate;
    this.#disk = disk;
  }

  async all(): Promise<readonly ApiFile[] | null> {
    try {
      if ((await this.#disk.lstat(this.#folder).catch(absent)) === undefined) return [];
      const files: ApiFile[] = [];
      for (const name of (await this.#names()).toSorted())
        files.push({ name, read: await readText(join(this.#folder, name), this.#disk) });
      return files;
    } catch {
      return null;
    }
  }

  async stamp(): Promise<string> {
    try {
      if ((await this.#disk.lstat(this.#folder).catch(absent)) === undefined) return '';
      const stamps: string[] = [];
      for (const name of (await this.#names()).toSorted()) {
        const path = join(this.#folder, name);
        // Of a link, what it leads to.
        const { mtimeMs, ctimeMs, size, ino } =
          (await this.#disk.stat(path).catch(absent)) ?? (await this.#disk.lstat(path));
        stamps.push([name, mtimeMs, ctimeMs, size, ino].join(' '));
      }
      return stamps.join('\n');
    } catch (error) {
      return `unreadable: ${(error as { readonly code?: string }).code}`;
    }
  }

  async #names(): Promise<readonly string[]> {
    const names = await namesAt(this.#folder, Infinity, this.#disk);
    return names.filter((one) => /^[^.].*\.json$/u.test(one));
  }

  async isTaken(id: string): Promise<boolean> {
    try {
      return (await this.#disk.lstat(this.#path(id)).catch(absent)) !== undefined;
    } catch (error) {
      throw refusedAsStorage(error);
    }
  }

  write(id: string, text: string): Promise<void> {
    return stateWrite(this.#gate, async () => {
      await makeFolder(this.#folder, this.#disk);
      await atomicWrite(this.#path(id), text, 0o600, this.#disk);
    });
  }

  async remove(id: string): Promise<void> {
    if (!(await this.isTaken(id))) return;
    await stateWrite(this.#gate, async () => {
      await this.#disk.unlink(this.#path(id));
      const folder = await openFolder(await this.#disk.realpath(this.#folder), this.#disk);
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
    });
  }

  /** Ids contain neither dots nor slashes. */
  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}
