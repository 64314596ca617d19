import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { WriteGate } from '../../../core/kernel/write-gate.ts';
import { parseWorkspacePath } from '../../../core/workspace/files/path.ts';
import { refuse } from '../../../core/execution/tool-runs/errors.ts';
import { isSecretPath } from '../../../core/execution/tool-runs/secret-file.ts';
import { toolRunLimits } from '../../../core/execution/tool-runs/limits.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { codeOf } from './disk.ts';
import { isWithin } from './folder-overlap.ts';
import { RootedFiles } from './rooted-files.ts';

export interface StartFolderDeps {
  /** An absolute path. */
  readonly root: string;
  readonly dataDir: string;
}

/** Folders of the system: what lies in them is not a project, and may be a secret or a device. */
const SYSTEM = ['/proc', '/sys', '/dev', '/etc', '/run', '/boot'];
/** People have folders there: a disk in memory, and disks that a desktop has mounted. */
const NOT_SYSTEM = ['/dev/shm', '/run/media'];

/**
 * Why nothing may be read out of this start folder; null: it may be. Hosts that start programs without a project start
 * them in the home of their user, or wherever they were started themselves. Links and mounts hide nothing.
 */
export function reasonNotToServe(root: string, home: string): string | null {
  try {
    if (dirname(realpathSync(root)) === realpathSync(root)) return 'it is the root of the disk';
    if (isWithin(home, root)) return 'it holds the home of this user';
    const isAnyOf = (folders: readonly string[]) => folders.some((folder) => isWithin(root, folder));
    return isAnyOf(SYSTEM) && !isAnyOf(NOT_SYSTEM) ? 'it holds files of the system' : null;
  } catch (error) {
    return `it cannot be looked at: ${codeOf(error) ?? (error as Error).message}`;
  }
}

/**
 * The folder that a host started its tool server in, to read produced files from: below it no link is followed, and
 * nothing of the data directory is reached.
 */
export class StartFolder {
  readonly #root: string;
  readonly #files: RootedFiles;

  constructor({ root, dataDir }: StartFolderDeps) {
    this.#root = root;
    // Nothing is written here, so the gate of this process is never passed.
    this.#files = new RootedFiles({ root, dataDir, gate: new WriteGate() });
  }

  /**
   * Null if there is no such file below it.
   * @throws Refusal secret_file, output_file_limit, and what `RootedFiles.read` refuses
   */
  async read(
    path: string,
  ): Promise<{ readonly name: string; readonly data: string; readonly size: number } | null> {
    const below = isAbsolute(path) ? relative(this.#root, resolve(path)) : path;
    if (below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) return null;
    const names = parseWorkspacePath(below.split(sep).join('/'));
    if (isSecretPath(names)) throw refuse.secret_file();
    try {
      const content = await this.#files.read(names, toolRunLimits.readBytes);
      const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
      return { name: names.at(-1) ?? '', data: bytes.toString('base64'), size: bytes.length };
    } catch (error) {
      if (isRefusal(error) && error.code === 'file_not_found') return null;
      if (isRefusal(error) && error.code === 'file_too_large')
        throw refuse.output_file_limit({ limit: toolRunLimits.readBytes });
      throw error;
    }
  }
}
