import type { PersonId, RunId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { FilesOfPeople } from '../../workspace/files/service.ts';
import type { ToolCallRecord } from '../runs/model.ts';
import type { RunStore } from '../runs/store.ts';
import { toolRunLimits } from './limits.ts';
import type { OutputFile } from './model.ts';

export interface RunFilesDeps {
  readonly runs: Pick<RunStore, 'toolCalls'>;
  readonly files: Pick<FilesOfPeople, 'of'>;
  /** The absolute path of the workspace. */
  readonly workspaceDir: string;
}

/** The files that runs left in the workspace. */
export class RunFiles {
  readonly #deps: RunFilesDeps;

  constructor(deps: RunFilesDeps) {
    this.#deps = deps;
  }

  /** Those that the file tools of a run left and that exist, in the order in which they were written first. */
  async by(person: PersonId, runId: RunId): Promise<readonly OutputFile[]> {
    const paths = leftBy(await this.#deps.runs.toolCalls(runId));
    const found: OutputFile[] = [];
    for (const path of paths) {
      if (found.length >= toolRunLimits.outputFiles) break;
      if (await this.#exists(person, path))
        found.push({
          name: path.split('/').at(-1) ?? path,
          path: `${this.#deps.workspaceDir}/${path}`,
          type: 'file',
        });
    }
    return found;
  }

  async #exists(person: PersonId, path: string): Promise<boolean> {
    try {
      await this.#deps.files.of(person).download(path);
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }
}

/** The paths with what the calls of the file tools left there, as far as their inputs tell. */
export function leftBy(
  calls: readonly Pick<ToolCallRecord, 'name' | 'input' | 'success'>[],
): readonly string[] {
  const paths = new Set<string>();
  for (const { name, input, success } of calls) {
    if (success !== true) continue;
    const { path, from, to } = pathsIn(input);
    if (name === 'write_file' || name === 'edit_file') paths.add(path);
    if (name === 'delete_file') paths.delete(path);
    if (name === 'rename_file') {
      paths.delete(from);
      paths.add(to);
    }
  }
  paths.delete('');
  return [...paths];
}

const pathsIn = ({ path, from, to }: JsonObject) => ({ path: plain(path), from: plain(from), to: plain(to) });

/** "./report.md" is the same file as "report.md". */
const plain = (path: unknown): string => (typeof path === 'string' ? path.replace(/^\.\//u, '') : '');
