import { dirname, join } from 'node:path';
import type { FileRead } from '../../../core/ports/file-read.ts';
import type { DataName } from '../../../core/instance/data-directory/inventory.ts';
import type { VaultKeyFile } from '../../../core/trust/secrets/store.ts';
import { atomicWrite } from './atomic-write.ts';
import { absent, systemDisk, type Disk } from './disk.ts';
import { openFolder } from './open-folder.ts';
import { readText } from './read-text.ts';
import { stateWrite, type StateFileDeps } from './state-write.ts';

/** `vault.key` in the data directory, `vault.key.next` while it is being replaced, and `vault.sealed`. */
export class DiskVaultKeyFile implements VaultKeyFile {
  readonly #path: string;
  readonly #next: string;
  readonly #sealed: string;
  readonly #gate: StateFileDeps['gate'];
  readonly #disk: Disk;

  constructor({ dataDir, gate, disk = systemDisk }: StateFileDeps) {
    this.#path = join(dataDir, 'vault.key' satisfies DataName);
    this.#next = join(dataDir, 'vault.key.next' satisfies DataName);
    this.#sealed = join(dataDir, 'vault.sealed' satisfies DataName);
    this.#gate = gate;
    this.#disk = disk;
  }

  read(): Promise<FileRead> {
    return readText(this.#path, this.#disk);
  }

  readNext(): Promise<FileRead> {
    return readText(this.#next, this.#disk);
  }

  readSealed(): Promise<FileRead> {
    return readText(this.#sealed, this.#disk);
  }

  replace(key: string): Promise<void> {
    return stateWrite(this.#gate, () => atomicWrite(this.#path, `${key}\n`, 0o600, this.#disk));
  }

  replaceNext(key: string): Promise<void> {
    return stateWrite(this.#gate, () => atomicWrite(this.#next, `${key}\n`, 0o600, this.#disk));
  }

  replaceSealed(marks: string): Promise<void> {
    return stateWrite(this.#gate, () => atomicWrite(this.#sealed, marks, 0o600, this.#disk));
  }

  promoteNext(): Promise<void> {
    return stateWrite(this.#gate, async () => {
      await this.#disk.rename(this.#next, this.#path);
      await this.#sync();
    });
  }

  dropNext(): Promise<void> {
    return stateWrite(this.#gate, async () => {
      await this.#disk.unlink(this.#next).catch(absent);
      await this.#sync();
    });
  }

  async #sync(): Promise<void> {
    const folder = await openFolder(await this.#disk.realpath(dirname(this.#path)), this.#disk);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}
