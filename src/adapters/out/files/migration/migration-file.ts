import { join } from 'node:path';
import type { DataName } from '../../../../core/instance/data-directory/inventory.ts';
import type { MigrationFile } from '../../../../core/keeping/migration/port.ts';
import { atomicWrite } from '../atomic-write.ts';
import { systemDisk } from '../disk.ts';
import { readText } from '../read-text.ts';
import { stateWrite, type StateFileDeps } from '../state-write.ts';

/** `migration.json` in the data directory. */
export class DiskMigrationFile implements MigrationFile {
  readonly #path: string;
  readonly #deps: StateFileDeps;

  constructor(deps: StateFileDeps) {
    this.#path = join(deps.dataDir, 'migration.json' satisfies DataName);
    this.#deps = deps;
  }

  async read(): Promise<string | null> {
    const found = await readText(this.#path, this.#deps.disk ?? systemDisk);
    return found.found === 'text' ? found.text : null;
  }

  async replace(text: string): Promise<void> {
    const { gate, disk } = this.#deps;
    await stateWrite(gate, () => atomicWrite(this.#path, text, 0o600, disk));
  }
}
