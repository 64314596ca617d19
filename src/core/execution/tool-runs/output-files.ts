import { base64, collected } from '../../kernel/bytes.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { refuse as refuseFile } from '../../workspace/files/errors.ts';
import { workspaceLimits } from '../../workspace/files/limits.ts';
import type { FilesOfPeople } from '../../workspace/files/service.ts';
import { refuse } from './errors.ts';
import { toolRunLimits } from './limits.ts';
import { isOfTheHost, type Host } from './model.ts';
import type { RunFolders } from './port.ts';
import { isSecretPath } from './secret-file.ts';
import type { TrackedRuns } from './tracked-runs.ts';
import { say } from './says.ts';

export interface GivenOutFile {
  readonly name: string;
  /** In base64. */
  readonly data: string;
  readonly size: number;
}

export interface OutputFilesDeps {
  readonly tracked: TrackedRuns;
  readonly folders: Pick<RunFolders, 'folderOf' | 'nameIn' | 'isInPlace' | 'read'>;
  readonly files: Pick<FilesOfPeople, 'of'>;
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
   * A file of the workspace, by a path relative to it or absolute, or one that came with a run of this host.
   * @throws Refusal secret_file, output_file_limit, file_not_found, outside_workspace, invalid_path, not_a_file,
   *   not_permitted
   */
  async read(path: string, host: Host): Promise<GivenOutFile> {
    await this.#deps.tracked.load();
    const given = await this.#fromRun(path, host);
    if (given) return given;
    if (this.#deps.folders.isInPlace(path))
      throw refuseFile.file_not_found({}, say('tool_runs.not_with_a_run'));
    const inside = this.#inWorkspace(path);
    if (isSecretPath(inside.split('/'))) throw refuse.secret_file();
    const { name, sizeBytes, content } = await this.#deps.files
      .of(host.person)
      .download(inside)
      .catch((error: unknown) => {
        throw inWordsForHosts(error, inside);
      });
    if (sizeBytes > limit) throw refuse.output_file_limit({ sizeBytes, limit });
    return shown(name, await collected(content()));
  }

  async #fromRun(path: string, host: Host): Promise<GivenOutFile | null> {
    const { tracked, folders } = this.#deps;
    for (const run of tracked.all()) {
      if (!isOfTheHost(run, host) || run.filesPlace === null) continue;
      const folder = folders.folderOf(run.runId, run.filesPlace);
      const name = folder === null ? null : folders.nameIn(folder, path);
      if (folder === null || name === null) continue;
      if (isSecretPath([name])) throw refuse.secret_file();
      try {
        return shown(name, await folders.read(folder, name, limit));
      } catch (error) {
        if (isRefusal(error) && error.code === 'file_too_large') throw refuse.output_file_limit({ limit });
        throw error;
      }
    }
    return null;
  }

  /** The path relative to the workspace. A path outside of it stays as it is, and is refused when it is read. */
  #inWorkspace(path: string): string {
    const root = this.#deps.workspaceDirs().find((dir) => path.startsWith(`${dir}/`));
    return root === undefined ? path : path.slice(root.length + 1);
  }
}

/** The same for a file that is not there, and for one of a run of another host. */

function inWordsForHosts(error: unknown, path: string): unknown {
  if (!isRefusal(error)) return error;
  if (error.code === 'outside_workspace') return refuseFile.outside_workspace({}, say('tool_runs.elsewhere'));
  if (error.code !== 'invalid_path') return error;
  if (/[\u0000-\u001f\u007f]/u.test(path)) return refuseFile.invalid_path({}, say('tool_runs.control'));
  if (path.endsWith('/')) return refuseFile.not_a_file({}, say('tool_runs.folder'));
  if (path.split('/').some((name) => encoder.encode(name).length > workspaceLimits.segmentBytes))
    return refuseFile.invalid_path({}, say('tool_runs.long', { bytes: workspaceLimits.segmentBytes }));
  return refuseFile.invalid_path({}, say('tool_runs.plain'));
}

const encoder = new TextEncoder();

const shown = (name: string, bytes: Uint8Array): GivenOutFile => ({
  name,
  data: base64(bytes),
  size: bytes.length,
});
