import { base64, collected } from '../kernel/bytes.ts';
import { isRefusal } from '../kernel/refusal.ts';
import type { FileService } from '../files/service.ts';
import { refuse } from './errors.ts';
import { toolRunLimits } from './limits.ts';
import type { Principal } from './model.ts';
import type { RunFolders } from './port.ts';
import { isSecretPath } from './secret-file.ts';
import type { TrackedRuns } from './tracked-runs.ts';

export interface GivenOutFile {
  readonly name: string;
  /** In base64. */
  readonly data: string;
  readonly size: number;
}

export interface OutputFilesDeps {
  readonly tracked: TrackedRuns;
  readonly folders: Pick<RunFolders, 'nameIn' | 'read'>;
  readonly files: Pick<FileService, 'download'>;
  /** The absolute paths of the workspace: as it was set, and as it is without links. */
  readonly workspaceDirs: () => readonly string[];
}

const { readBytes: limit } = toolRunLimits;

/** Gives files out to hosts. */
export class OutputFiles {
  readonly #deps: OutputFilesDeps;

  constructor(deps: OutputFilesDeps) {
    this.#deps = deps;
  }

  /**
   * A file of the workspace, by a path relative to it or absolute, or one that came with a run of this principal.
   * @throws Refusal secret_file, output_file_limit, file_not_found, outside_workspace, invalid_path, not_a_file,
   *   not_permitted
   */
  async read(path: string, principal: Principal): Promise<GivenOutFile> {
    await this.#deps.tracked.load();
    const given = await this.#fromRun(path, principal);
    if (given) return given;
    const inside = this.#inWorkspace(path);
    if (isSecretPath(inside.split('/'))) throw refuse.secret_file();
    const { name, sizeBytes, content } = await this.#deps.files.download(inside);
    if (sizeBytes > limit) throw refuse.output_file_limit({ sizeBytes, limit });
    return shown(name, await collected(content()));
  }

  async #fromRun(path: string, principal: Principal): Promise<GivenOutFile | null> {
    const { tracked, folders } = this.#deps;
    for (const run of tracked.all()) {
      if (run.principal !== principal || run.filesDir === null) continue;
      const name = folders.nameIn(run.filesDir, path);
      if (name === null) continue;
      if (isSecretPath([name])) throw refuse.secret_file();
      try {
        return shown(name, await folders.read(run.filesDir, name, limit));
      } catch (error) {
        if (isRefusal(error) && error.code === 'file_too_large') throw refuse.output_file_limit({ limit });
        throw error;
      }
    }
    return null;
  }

  /** The path relative to the workspace; one that is not in it stays as it is, and is refused where it is read. */
  #inWorkspace(path: string): string {
    const root = this.#deps.workspaceDirs().find((dir) => path.startsWith(`${dir}/`));
    return root === undefined ? path : path.slice(root.length + 1);
  }
}

const shown = (name: string, bytes: Uint8Array): GivenOutFile => ({
  name,
  data: base64(bytes),
  size: bytes.length,
});
