import type { Left, Outside } from '../../../../core/keeping/erasure/port.ts';
import type { ErasureRecord } from '../../../../core/keeping/erasure/record.ts';
import type { RunFolders } from '../../../../core/execution/tool-runs/port.ts';
import type { RunsIndexFile } from '../runs-index-file.ts';
import { codeIn } from './erase-tree.ts';

/** Files that hosts of the tool server have sent with their tasks, like those in `/tmp/svc-files`. */
export class RunFiles implements Outside {
  readonly name = 'run-files';
  readonly #folders: Pick<RunFolders, 'left' | 'remove' | 'removeEmptyPlaces'>;

  constructor(folders: Pick<RunFolders, 'left' | 'remove' | 'removeEmptyPlaces'>) {
    this.#folders = folders;
  }

  async find(): Promise<readonly string[]> {
    return (await this.#own()) ?? [];
  }

  async erase(_record: ErasureRecord, found: readonly string[]): ReturnType<Outside['erase']> {
    for (const folder of found) await this.#folders.remove(folder);
    const still = found.length === 0 ? [] : await this.#own();
    await this.#folders.removeEmptyPlaces();
    const left = (still ?? found).filter((folder) => found.includes(folder));
    return { left: left.map((path) => ({ path, code: 'EACCES' })), remains: [] };
  }

  /** Null if that cannot be seen now. */
  async #own(): Promise<readonly string[] | null> {
    try {
      return (await this.#folders.left()).flatMap(({ folder, isOwn }) => (isOwn ? [folder] : []));
    } catch {
      return null;
    }
  }
}

export interface RunIndexesDeps {
  /** The index in this folder. */
  readonly fileIn: (folder: string) => Pick<RunsIndexFile, 'forget'>;
}

/** What the tool server has written about runs into folders of its hosts. */
export class RunIndexes implements Outside {
  readonly name = 'run-indexes';
  readonly #fileIn: RunIndexesDeps['fileIn'];

  constructor({ fileIn }: RunIndexesDeps) {
    this.#fileIn = fileIn;
  }

  async find(_record: ErasureRecord, indexFolders: readonly string[]): Promise<readonly string[]> {
    return indexFolders;
  }

  async erase(_record: ErasureRecord, folders: readonly string[]): ReturnType<Outside['erase']> {
    const left: Left[] = [];
    for (const folder of folders)
      await this.#fileIn(folder)
        .forget()
        .catch((error: unknown) => left.push({ path: `${folder}/mcp-runs.json`, code: codeIn(error) }));
    return { left, remains: [] };
  }
}
