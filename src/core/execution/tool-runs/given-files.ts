import type { RunId } from '../../kernel/ids.ts';
import type { GivenFiles } from '../../workspace/files/port.ts';
import type { RunFolders } from './port.ts';
import type { TrackedRuns } from './tracked-runs.ts';

/** The files that came with a run of the tool server, for that run alone. */
export class FilesOfToolRuns implements GivenFiles {
  readonly #tracked: Pick<TrackedRuns, 'get'>;
  readonly #folders: Pick<RunFolders, 'folderOf' | 'nameIn' | 'read'>;

  constructor(tracked: Pick<TrackedRuns, 'get'>, folders: Pick<RunFolders, 'folderOf' | 'nameIn' | 'read'>) {
    this.#tracked = tracked;
    this.#folders = folders;
  }

  async read(runId: RunId, path: string, maxBytes: number): Promise<Uint8Array | null> {
    const place = this.#tracked.get(runId)?.filesPlace ?? null;
    const folder = place === null ? null : this.#folders.folderOf(runId, place);
    const name = folder === null ? null : this.#folders.nameIn(folder, path);
    return folder === null || name === null ? null : await this.#folders.read(folder, name, maxBytes);
  }
}
