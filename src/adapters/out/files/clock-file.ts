import type { ClockFile } from '../../../core/instance/expiry/store.ts';
import { DiskAuthFile } from './auth-file.ts';
import type { StateFileDeps } from './state-write.ts';

/** `clock.json` in the data directory. */
export class DiskClockFile extends DiskAuthFile implements ClockFile {
  constructor(deps: StateFileDeps) {
    super('clock.json', deps);
  }
}
