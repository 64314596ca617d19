import { join } from 'node:path';
import type { CatalogueFile, InstanceFile } from '../../../../core/keeping/backups/port.ts';
import { refuse } from '../../../../core/keeping/backups/drive/errors.ts';
import type { RootFile, UploadsFile } from '../../../../core/keeping/backups/drive/port.ts';
import type { RestoresFile } from '../../../../core/keeping/backups/restore-port.ts';
import type { DataName } from '../../../../core/instance/data-directory/inventory.ts';
import type { Ids } from '../../../../core/ports/ids.ts';
import { setAside } from '../set-aside.ts';
import { atomicWrite } from '../atomic-write.ts';
import { systemDisk } from '../disk.ts';
import { readText } from '../read-text.ts';
import { stateWrite, type StateFileDeps } from '../state-write.ts';

/** `backups.json` in the data directory. */
export class DiskCatalogueFile implements CatalogueFile {
  readonly #file: StateFile;

  constructor(deps: StateFileDeps) {
    this.#file = new StateFile('backups.json', deps);
  }

  read(): Promise<string | null> {
    return this.#file.read();
  }

  replace(text: string): Promise<void> {
    return this.#file.replace(text);
  }
}

/** `restores.json` in the data directory. */
export class DiskRestoresFile implements RestoresFile {
  readonly #file: StateFile;

  constructor(deps: StateFileDeps) {
    this.#file = new StateFile('restores.json', deps);
  }

  read(): Promise<string | null> {
    return this.#file.read();
  }

  replace(text: string): Promise<void> {
    return this.#file.replace(text);
  }
}

/** `uploads.json` in the data directory. */
export class DiskUploadsFile implements UploadsFile {
  readonly #file: StateFile;

  constructor(deps: StateFileDeps) {
    this.#file = new StateFile('uploads.json', deps);
  }

  setAside(ending: string): Promise<void> {
    return this.#file.setAside(ending);
  }

  read(): Promise<string | null> {
    return this.#file.read();
  }

  replace(text: string): Promise<void> {
    return this.#file.replace(text);
  }
}

/** An id of the vendor, which becomes part of an address. */
const DRIVE_ID = /^[\w-]{5,200}$/u;

/** `clouddrive-backup-root` in the data directory: one line. */
export class DiskRootFile implements RootFile {
  readonly #path: string;
  readonly #deps: StateFileDeps;

  constructor(deps: StateFileDeps) {
    this.#path = join(deps.dataDir, 'clouddrive-backup-root' satisfies DataName);
    this.#deps = deps;
  }

  async read(): Promise<string | null> {
    const found = await readText(this.#path, this.#deps.disk ?? systemDisk);
    if (found.found === 'nothing') return null;
    const id = found.found === 'text' ? found.text.trim() : '';
    if (!DRIVE_ID.test(id)) throw refuse.root_file_unreadable();
    return id;
  }

  write(id: string): Promise<void> {
    const { gate, disk } = this.#deps;
    return stateWrite(gate, () => atomicWrite(this.#path, `${id}\n`, 0o600, disk));
  }
}

/** `instance.json` in the data directory. */
export class DiskInstanceFile implements InstanceFile {
  readonly #file: StateFile;
  readonly #ids: Ids;
  #id: Promise<string> | null = null;

  constructor({ ids, ...deps }: StateFileDeps & { readonly ids: Ids }) {
    this.#file = new StateFile('instance.json', deps);
    this.#ids = ids;
  }

  id(): Promise<string> {
    this.#id ??= this.#read().catch((error: unknown) => {
      this.#id = null;
      throw error;
    });
    return this.#id;
  }

  async #read(): Promise<string> {
    const stored = instanceIdIn(await this.#file.read());
    if (stored !== null) return stored;
    const instanceId = this.#ids.next();
    await this.#file.replace(`${JSON.stringify({ instanceId })}\n`);
    return instanceId;
  }
}

function instanceIdIn(text: string | null): string | null {
  try {
    const { instanceId } = JSON.parse(text ?? 'null') as { readonly instanceId?: unknown };
    return typeof instanceId === 'string' && /^[\da-f-]{36}$/u.test(instanceId) ? instanceId : null;
  } catch {
    return null;
  }
}

class StateFile {
  readonly #path: string;
  readonly #deps: StateFileDeps;

  constructor(name: DataName, deps: StateFileDeps) {
    this.#path = join(deps.dataDir, name);
    this.#deps = deps;
  }

  async read(): Promise<string | null> {
    const found = await readText(this.#path, this.#deps.disk ?? systemDisk);
    return found.found === 'text' ? found.text : null;
  }

  replace(text: string): Promise<void> {
    const { gate, disk } = this.#deps;
    return stateWrite(gate, () => atomicWrite(this.#path, text, 0o600, disk));
  }

  async setAside(ending: string): Promise<void> {
    const { gate, disk = systemDisk } = this.#deps;
    await stateWrite(gate, () => setAside(this.#path, ending, disk));
  }
}
