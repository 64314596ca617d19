import { limits } from '../kernel/limits.ts';
import { refuse } from './errors.ts';
import { parseWorkspacePath } from './path.ts';
import type { Workspace } from './workspace.ts';

export interface FileServiceDeps {
  readonly workspace: Workspace;
}

export interface WrittenFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly created: boolean;
}

export class FileService {
  readonly #deps: FileServiceDeps;

  constructor(deps: FileServiceDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal invalid_path, outside_workspace, not_a_file, file_too_large, disk_full */
  async write(path: string, content: string): Promise<WrittenFile> {
    const segments = parseWorkspacePath(path);
    const bytes = new TextEncoder().encode(content);
    if (bytes.length > limits.workspace.fileBytes)
      throw refuse.file_too_large({ mostBytes: limits.workspace.fileBytes });
    const { created } = await this.#deps.workspace.write(segments, bytes);
    return { path: segments.join('/'), sizeBytes: bytes.length, created };
  }
}
