import { DiskAuthFile } from './auth-file.ts';
import type { StateFileDeps } from './state-write.ts';

/** `logins.json` in the data directory. */
export class DiskLoginFile extends DiskAuthFile {
  constructor(deps: StateFileDeps) {
    super('logins.json', deps);
  }
}
