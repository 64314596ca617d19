import { join } from 'node:path';
import type { DataName } from '../../../core/instance/data-directory/inventory.ts';
import { DiskAuthFile } from './auth-file.ts';
import { systemDisk } from './disk.ts';
import type { StateFileDeps } from './state-write.ts';

const NAME = 'token.json' satisfies DataName;

/** `token.json` in the data directory. */
export class DiskTokenFile extends DiskAuthFile {
  constructor(deps: StateFileDeps) {
    super(NAME, deps);
  }
}

/** Whether anything is at the path of the token file. Called before anything in a data directory is changed. */
export async function hasTokenFile(dataDir: string): Promise<boolean> {
  const found = await systemDisk.lstat(join(dataDir, NAME)).catch(() => undefined);
  return found !== undefined;
}
