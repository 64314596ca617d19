import { join } from 'node:path';
import type { ConfigFiles } from '../../../core/instance/config/store.ts';
import type { FileRead } from '../../../core/ports/file-read.ts';
import type { DataName } from '../../../core/instance/data-directory/inventory.ts';
import { atomicWrite } from './atomic-write.ts';
import { absent, systemDisk, type Disk } from './disk.ts';
import { readText } from './read-text.ts';
import { setAside } from './set-aside.ts';
import { stateWrite, type StateFileDeps } from './state-write.ts';

export interface DiskConfigFilesDeps extends StateFileDeps {
  /** The folder whose `.svc/config.json` is the project file. */
  readonly projectDir: string;
}

/** `config.json` in the data directory, and the project file. */
export class DiskConfigFiles implements ConfigFiles {
  readonly #user: string;
  readonly #project: string;
  readonly #gate: StateFileDeps['gate'];
  readonly #disk: Disk;

  constructor({ dataDir, projectDir, gate, disk = systemDisk }: DiskConfigFilesDeps) {
    this.#user = join(dataDir, 'config.json' satisfies DataName);
    this.#project = join(projectDir, '.svc', 'config.json');
    this.#gate = gate;
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

  replaceUser(text: string, keepAs: string | null): Promise<void> {
    return stateWrite(this.#gate, async () => {
      const path = await this.#place();
      const kept = keepAs === null ? null : await setAside(path, keepAs, this.#disk);
      try {
        await atomicWrite(path, text, 0o600, this.#disk);
      } catch (error) {
        if (kept !== null) await this.#disk.rename(kept, path).catch(() => undefined);
        throw error;
      }
    });
  }

  /** The real path of the content: a link to a regular file is followed, because the operator made it. */
  async #place(): Promise<string> {
    const stats = await this.#disk.lstat(this.#user).catch(absent);
    if (!stats?.isSymbolicLink()) return this.#user;
    const real = await this.#real(this.#user);
    return real !== undefined && (await this.#disk.lstat(real)).isFile() ? real : this.#user;
  }

  async #real(path: string): Promise<string | undefined> {
    // Reading it reports whatever is wrong with it.
    return await this.#disk.realpath(path).catch(() => undefined);
  }
}
