import { join } from 'node:path';
import type { TokenFile } from '../../../core/auth/store.ts';
import type { FileRead } from '../../../core/ports/file-read.ts';
import { atomicWrite } from './atomic-write.ts';
import { refusedAsStorage } from './disk-refusals.ts';
import { systemDisk, type Disk } from './disk.ts';
import { readText } from './read-text.ts';
import { setAside } from './set-aside.ts';

const NAME = 'token.json';

/** `token.json` in the data directory. */
export class DiskTokenFile implements TokenFile {
  readonly #path: string;
  readonly #disk: Disk;

  constructor({ dataDir, disk = systemDisk }: { readonly dataDir: string; readonly disk?: Disk }) {
    this.#path = join(dataDir, NAME);
    this.#disk = disk;
  }

  read(): Promise<FileRead> {
    return readText(this.#path, this.#disk);
  }

  async replace(text: string): Promise<void> {
    try {
      await atomicWrite(this.#path, text, 0o600, this.#disk);
    } catch (error) {
      throw refusedAsStorage(error);
    }
  }

  async setAside(ending: string): Promise<void> {
    try {
      await setAside(this.#path, ending, this.#disk);
    } catch (error) {
      throw refusedAsStorage(error);
    }
  }
}

/** Whether there is something in the place of a token file. Read before anything of a data directory is touched. */
export async function hasTokenFile(dataDir: string): Promise<boolean> {
  const found = await systemDisk.lstat(join(dataDir, NAME)).catch(() => undefined);
  return found !== undefined;
}
