import { DiskAuthFile } from './auth-file.ts';
import type { StateFileDeps } from './state-write.ts';

/** `people.json` in the data directory. */
export class DiskPeopleFile extends DiskAuthFile {
  constructor(deps: StateFileDeps) {
    super('people.json', deps);
  }
}
