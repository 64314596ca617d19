import { join } from 'node:path';
import type { ConfigFiles } from '../../../core/config/store.ts';
import type { FileRead } from '../../../core/ports/file-read.ts';
import { atomicWrite } from './atomic-write.ts';
import { refusedAsStorage } from './disk-refusals.ts';
import { absent, systemDisk, type Disk } from './disk.ts';
import { readText } from './read-text.ts';
import { setAside } from './set-aside.ts';

export interface DiskConfigFilesDeps {
  readonly dataDir: string;
  /** The folder whose `.svc/config.json` is the project file. */
  readonly projectDir: string;
  readonly disk?: Disk;
}

/** `config.json` in the data directory, and the project's. */
export class DiskConfigFiles implements ConfigFiles {
  readonly #user: string;
  readonly #project: string;
  readonly #disk: Disk;

  constructor({ dataDir, projectDir, disk = systemDisk }: DiskConfigFilesDeps) {
    this.#user = join(dataDir, 'config.json');
    this.#project = join(projectDir, '.svc', 'config.json');
    this.#disk = disk;
  }

  readUser(): Promise<FileRead> {
    return readText(this.#user, this.#disk);
  }

  async readProject(): Promise<FileRead> {
    const [user, project] = await Promise.all([this.#real(this.#user), this.#real(this.#project)]);
    if (project !== undefined && project === user) return { found: 'nothing' };
    return await readText(this.#project, this.#disk);
  }

  async replaceUser(text: string, keepAs: string | null): Promise<void> {
    try {
      const path = await this.#place();
      const kept = keepAs === null ? null : await setAside(path, keepAs, this.#disk);
      try {
        await atomicWrite(path, text, 0o600, this.#disk);
      } catch (error) {
        if (kept !== null) await this.#disk.rename(kept, path).catch(() => undefined);
        throw error;
      }
    } catch (error) {
      throw refusedAsStorage(error);
    }
  }

  /** Where the content is: a link to a regular file is the operator's word. */
  async #place(): Promise<string> {
    const stats = await this.#disk.lstat(this.#user).catch(absent);
    if (!stats?.isSymbolicLink()) return this.#user;
    const real = await this.#real(this.#user);
    return real !== undefined && (await this.#disk.lstat(real)).isFile() ? real : this.#user;
  }

  async #real(path: string): Promise<string | undefined> {
    // Whatever is wrong with it is found when it is read.
    return await this.#disk.realpath(path).catch(() => undefined);
  }
}
