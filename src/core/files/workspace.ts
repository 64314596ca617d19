import type { WorkspacePath } from './path.ts';

export interface FolderEntry {
  /** From the root of the workspace; names may hold any character but a slash. */
  readonly path: WorkspacePath;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  /** Of a file; null for anything else. */
  readonly sizeBytes: number | null;
}

/**
 * The folder that the agent works in. Every operation reaches its file by way of real folders inside the root
 * only: a link anywhere on the way, at the moment of use, is refused (promise S14). None waits for a FIFO, a socket
 * or a device. Writes and changes of one path take turns.
 */
export interface Workspace {
  /**
   * Puts `content` there, whole or not at all, and durable when this resolves; makes missing folders. An
   * existing file is replaced and keeps its mode. May be repeated with the same outcome.
   * @returns whether the file is new
   * @throws Refusal outside_workspace, not_a_file, not_permitted, disk_full
   */
  write(path: WorkspacePath, content: Uint8Array): Promise<{ readonly created: boolean }>;

  /**
   * The whole content, from one handle. Changes nothing.
   * @throws Refusal file_not_found, file_too_large beyond `mostBytes`, outside_workspace, not_a_file, not_permitted
   */
  read(path: WorkspacePath, mostBytes: number): Promise<Uint8Array>;

  /**
   * Puts what `change` makes of the content in its place, whole or not at all, and durable when this resolves; mode
   * and owner stay. `change` is called at most once; what it throws is thrown, and nothing is changed. A file that
   * was touched or replaced since it was read is not overwritten. Not to be repeated without reading again.
   * @throws Refusal file_changed, disk_full, and as `read`
   */
  change(path: WorkspacePath, mostBytes: number, change: (content: Uint8Array) => Uint8Array): Promise<void>;

  /**
   * What is in a folder, and in the folders in it down to `depth` (1: only the folder itself), nearer ones first,
   * those of one folder by name. Links are told, never followed; unfinished writes are left out. A workspace that
   * has not been made yet is empty.
   * @returns at most `most` entries, and whether these are all
   * @throws Refusal file_not_found, outside_workspace, not_a_file, not_permitted
   */
  list(
    path: WorkspacePath,
    within: { readonly depth: number; readonly most: number },
  ): Promise<{ readonly entries: readonly FolderEntry[]; readonly isAll: boolean }>;
}
