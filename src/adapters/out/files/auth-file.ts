import { join } from 'node:path';
import type { TokenFile } from '../../../core/trust/auth/store.ts';
import type { DataName } from '../../../core/instance/data-directory/inventory.ts';
import type { FileRead } from '../../../core/ports/file-read.ts';
import { atomicWrite } from './atomic-write.ts';
import { systemDisk, type Disk } from './disk.ts';
import { readText } from './read-text.ts';
import { setAside } from './set-aside.ts';
import { stateWrite, type StateFileDeps } from './state-write.ts';

/** A state file of the feature `auth`, in the data directory. */
export class DiskAuthFile implements TokenFile {
  readonly #path: string;
  readonly #gate: StateFileDeps['gate'];
  readonly #disk: Disk;

  constructor(name: DataName, { dataDir, gate, disk = systemDisk }: StateFileDeps) {
    this.#path = join(dataDir, name);
    this.#gate = gate;
    this.#disk = disk;
  }

  read(): Promise<FileRead> {
    return readText(this.#path, this.#disk);
  }

  replace(text: string): Promise<void> {
    return stateWrite(this.#gate, () => atomicWrite(this.#path, text, 0o600, this.#disk));
  }

  async setAside(ending: string): Promise<void> {
    await stateWrite(this.#gate, () => setAside(this.#path, ending, this.#disk));
  }
}
