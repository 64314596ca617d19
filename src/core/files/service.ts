import type { RunId } from '../kernel/ids.ts';
import { limits } from '../kernel/limits.ts';
import { refuse } from './errors.ts';
import { parseWorkspacePath, type WorkspacePath } from './path.ts';
import { replacedIn, type LineSpan, type Replacement } from './replacement.ts';
import { bytesOf, linesFrom, textIn, type LineRange } from './text.ts';
import type { FolderEntry, Workspace } from './workspace.ts';
import { WriteAllowance } from './write-allowance.ts';

export interface FileServiceDeps {
  readonly workspace: Workspace;
}

export interface WrittenFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly created: boolean;
}

export interface ReadFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** `binary` has no text, `empty` has none either; of a text these lines were asked for. */
  readonly content: 'binary' | 'empty' | LineRange;
}

export interface EditedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly places: number;
  /** Of the new text; of the first few places only. */
  readonly lines: readonly LineSpan[];
}

export interface ListedFolder {
  readonly entries: readonly FolderEntry[];
  readonly isAll: boolean;
}

/** What the agent does with files: all of it in the workspace, whatever path it is given (promises S13, S14). */
export class FileService {
  readonly #deps: FileServiceDeps;
  readonly #allowance = new WriteAllowance();

  constructor(deps: FileServiceDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal invalid_path, outside_workspace, not_a_file, file_too_large, run_wrote_too_much, disk_full */
  async write(path: string, content: string, runId: RunId): Promise<WrittenFile> {
    const segments = parseWorkspacePath(path);
    const bytes = sized(new TextEncoder().encode(content));
    this.#allowance.take(runId, bytes.length);
    try {
      const { created } = await this.#deps.workspace.write(segments, bytes);
      return { path: segments.join('/'), sizeBytes: bytes.length, created };
    } catch (error) {
      this.#allowance.giveBack(runId, bytes.length);
      throw error;
    }
  }

  /**
   * The lines from `offset` on (from 1), at most `limit`, as many as may be told at once.
   * @throws Refusal invalid_path, outside_workspace, file_not_found, not_a_file, file_too_large, no_such_line
   */
  async read(path: string, offset: number, limit: number): Promise<ReadFile> {
    const segments = parseWorkspacePath(path);
    const bytes = await this.#deps.workspace.read(segments, limits.workspace.fileBytes);
    const text = textIn(bytes)?.text;
    const content = text === undefined ? 'binary' : (linesFrom(text, offset, limit) ?? 'empty');
    return { path: segments.join('/'), sizeBytes: bytes.length, content };
  }

  /**
   * Replaces text in a file, or refuses and changes nothing. Not to be repeated: the new text may hold the old one.
   * @throws Refusal no_match, several_matches, nothing_to_change, not_text, file_changed, and as `write` and `read`
   */
  async edit(path: string, replacement: Replacement, runId: RunId): Promise<EditedFile> {
    const segments = parseWorkspacePath(path);
    let edited: Omit<EditedFile, 'path'> = { sizeBytes: 0, places: 0, lines: [] };
    try {
      await this.#deps.workspace.change(segments, limits.workspace.fileBytes, (content) => {
        const file = textIn(content);
        if (!file) throw refuse.not_text();
        const { text, places, lines } = replacedIn(file.text, replacement);
        const bytes = sized(bytesOf({ ...file, text }));
        this.#allowance.take(runId, bytes.length);
        edited = { sizeBytes: bytes.length, places, lines };
        return bytes;
      });
    } catch (error) {
      this.#allowance.giveBack(runId, edited.sizeBytes);
      throw error;
    }
    return { path: segments.join('/'), ...edited };
  }

  /**
   * The folder, and those in it down to `depth`. "." and nothing are the workspace itself.
   * @throws Refusal invalid_path, outside_workspace, file_not_found, not_a_file
   */
  async list(path: string, depth: number): Promise<ListedFolder> {
    const within = { depth: Math.min(depth, limits.workspace.listDepth), most: limits.workspace.listEntries };
    return await this.#deps.workspace.list(folderPath(path), within);
  }
}

/** A folder may be named as it is listed, with a slash at its end. */
function folderPath(path: string): WorkspacePath {
  const named = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return named === '' || named === '.' ? [] : parseWorkspacePath(named);
}

function sized(bytes: Uint8Array): Uint8Array {
  const mostBytes = limits.workspace.fileBytes;
  if (bytes.length > mostBytes) throw refuse.file_too_large({ mostBytes });
  return bytes;
}
