import type {
  ChangeOptions,
  ContentId,
  ListedEntries,
  ListedWithin,
  FoundFile,
  HeldFile,
  HeldPaths,
  Workspace,
  WorkspacePath,
} from '../../../core/ports/workspace.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { RootedFiles, type RootedFilesDeps } from './rooted-files.ts';
import { PathLocks } from './path-locks.ts';

/** The workspace as a folder on disk: `RootedFiles`, with locks on the paths of each change. */
export class DiskWorkspace implements Workspace {
  readonly #files: RootedFiles;
  readonly #locks = new PathLocks();

  constructor(deps: RootedFilesDeps) {
    this.#files = new RootedFiles(deps);
  }

  async whileHeld<T>(paths: readonly WorkspacePath[], work: (files: HeldPaths) => Promise<T>): Promise<T> {
    return await this.#locks.holding(paths.map(keyOf), () => work(this.#files));
  }

  async write(
    path: WorkspacePath,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    how: ChangeOptions<HeldFile | null> & { readonly mode?: number } = {},
  ): Promise<{ readonly created: boolean }> {
    return await this.#locks.holding([keyOf(path)], () => this.#files.write(path, content, how));
  }

  async change(
    path: WorkspacePath,
    mostBytes: number,
    change: (content: Uint8Array) => Uint8Array,
    how: {
      readonly before?: (held: HeldFile, next: Uint8Array) => Promise<void>;
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<void> {
    await this.#locks.holding([keyOf(path)], () => this.#files.change(path, mostBytes, change, how));
  }

  async remove(path: WorkspacePath, how: ChangeOptions<HeldFile> = {}): Promise<void> {
    await this.#locks.holding([keyOf(path)], () => this.#files.remove(path, how));
  }

  async rename(from: WorkspacePath, to: WorkspacePath, how: ChangeOptions<HeldFile> = {}): Promise<void> {
    await this.#locks.holding([keyOf(from), keyOf(to)], () => this.#files.rename(from, to, how));
  }

  contentId(path: WorkspacePath): Promise<ContentId | null> {
    return this.#files.contentId(path);
  }

  read(path: WorkspacePath, mostBytes: number): Promise<Uint8Array> {
    return this.#files.read(path, mostBytes);
  }

  find(path: WorkspacePath): Promise<FoundFile> {
    return this.#files.find(path);
  }

  list(path: WorkspacePath, within: ListedWithin): Promise<ListedEntries> {
    return this.#files.list(path, within);
  }

  async removeFolder(path: WorkspacePath): Promise<void> {
    await this.#locks.holding([keyOf(path)], () => this.#files.removeFolder(path));
  }

  async sweepBeside(paths: readonly WorkspacePath[]): Promise<void> {
    const folders = new Map(paths.map((path) => [keyOf(path.slice(0, -1)), path.slice(0, -1)]));
    for (const folder of folders.values())
      try {
        await this.#files.sweep(folder);
      } catch (error) {
        // The folder is missing or was replaced, so it contains no file of ours.
        if (!isRefusal(error)) throw error;
      }
  }
}

const keyOf = (path: WorkspacePath): string => path.join('/');
