import { join } from 'node:path';
import type { ConfigFiles, FileRead } from '../../../core/config/store.ts';
import { isRefusal, Refusal } from '../../../core/kernel/refusal.ts';
import { refuseStorage } from '../../../core/kernel/storage-refusals.ts';
import { atomicWrite } from './atomic-write.ts';
import { refusedByStorage } from './disk-refusals.ts';
import { absent, systemDisk, type Disk } from './disk.ts';
import { readText } from './read-text.ts';

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
      const kept = keepAs === null ? null : await this.#setAside(path, keepAs);
      try {
        await atomicWrite(path, text, 0o600, this.#disk);
      } catch (error) {
        if (kept !== null) await this.#disk.rename(kept, path).catch(() => undefined);
        throw error;
      }
    } catch (error) {
      throw refused(error);
    }
  }

  /** Where the content is: a link to a regular file is the operator's word. */
  async #place(): Promise<string> {
    const stats = await this.#disk.lstat(this.#user).catch(absent);
    if (!stats?.isSymbolicLink()) return this.#user;
    const real = await this.#real(this.#user);
    return real !== undefined && (await this.#disk.lstat(real)).isFile() ? real : this.#user;
  }

  /** @returns null when nothing was there */
  async #setAside(path: string, ending: string): Promise<string | null> {
    if ((await this.#disk.lstat(path).catch(absent)) === undefined) return null;
    for (let attempt = 1; ; attempt += 1) {
      const aside = `${path}.${ending}${attempt === 1 ? '' : `-${attempt}`}`;
      if ((await this.#disk.lstat(aside).catch(absent)) !== undefined) continue;
      await this.#disk.rename(path, aside);
      return aside;
    }
  }

  async #real(path: string): Promise<string | undefined> {
    // Whatever is wrong with it is found when it is read.
    return await this.#disk.realpath(path).catch(() => undefined);
  }
}

/** That the file may not be written is the operator's to mend: a refusal, and the log says why. */
function refused(error: unknown): unknown {
  const known = refusedByStorage(error);
  if (isRefusal(known)) return known;
  const { code, kind, message } = refuseStorage.storage_error();
  return new Refusal(code, kind, message, {}, error);
}
