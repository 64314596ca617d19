/** The segments of a checked relative path; each names one entry of one folder. */
export type WorkspacePath = readonly string[];

/** Identifies a content: the SHA-256 of its bytes in hexadecimal. */
export type ContentId = string;

export interface FolderEntry {
  /** Relative to the root of the workspace; names may contain any character except a slash. */
  readonly path: WorkspacePath;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  /** Null for anything but a file. */
  readonly sizeBytes: number | null;
  readonly modifiedAt: number;
}

/** A file right before a change: held open, so that the bytes read are those that the change replaces. */
export interface HeldFile {
  readonly sizeBytes: number;
  readonly mode: number;
  /** The content, piece by piece. Both it and the id may be read several times until the change is made. */
  content(): AsyncIterable<Uint8Array>;
  contentId(): Promise<ContentId>;
}

/** A file in the state in which it was found. */
export interface FoundFile {
  readonly sizeBytes: number;
  readonly modifiedAt: number;
  /**
   * The first `bytes` bytes, or all if absent. Opened on the first read and closed at the end.
   * @throws Refusal file_changed if the file has been replaced or has become shorter
   */
  content(bytes?: number): AsyncIterable<Uint8Array>;
}

/** Options of a change of a file. */
export interface ChangeOptions<Held> {
  /**
   * Called right before the change itself, with the current file held open (null: there is none). Its errors are passed
   * on, and nothing is changed. A file that is touched, replaced or created after this call is not overwritten (Refusal
   * file_changed).
   */
  readonly before?: (held: Held) => Promise<void>;
  /**
   * Checked up to the system call that changes the file: after an abort nothing is changed (Refusal change_stopped);
   * a change made before the abort is reported as made.
   */
  readonly signal?: AbortSignal;
}

/** What a listing found. */
export interface ListedEntries {
  readonly entries: readonly FolderEntry[];
  readonly isAll: boolean;
  readonly isCut: boolean;
}

/** What a listing shows of a folder. */
export interface ListedWithin {
  readonly depth: number;
  readonly most: number;
  readonly after?: string;
  readonly matches?: (name: string) => boolean;
}

/** The operations on paths that the caller has locked. */
export interface HeldPaths {
  /**
   * Writes `content` atomically, durable when this resolves; creates missing folders. An existing file is
   * replaced and keeps its mode, unless one is given. May be repeated with the same outcome.
   * @returns whether the file is new
   * @throws Refusal outside_workspace, not_a_file, not_permitted, disk_full
   */
  write(
    path: WorkspacePath,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    how?: ChangeOptions<HeldFile | null> & { readonly mode?: number },
  ): Promise<{ readonly created: boolean }>;

  /**
   * Removes a file; durable when this resolves. Folders stay, even if they become empty.
   * @throws Refusal file_not_found, and as `write`
   */
  remove(path: WorkspacePath, how?: ChangeOptions<HeldFile>): Promise<void>;

  /**
   * The state of the current file; null if there is none.
   * @throws Refusal outside_workspace, not_a_file, not_permitted
   */
  contentId(path: WorkspacePath): Promise<ContentId | null>;
}

/**
 * The agent's folder. Every operation reaches its file through real folders inside the root only: a link anywhere on
 * the way, at the moment of use, is refused. None blocks on a FIFO, a socket or a device. Changes of one path are
 * serialised: a change holds the path's lock from its look at the current file until its last effect, even when its
 * `signal` aborts meanwhile.
 */
export interface Workspace extends HeldPaths {
  /**
   * Runs `work` with all these paths locked: no other change of them is in flight when it begins, and none starts until
   * it has ended. `work` must change them through its argument; a call to the workspace itself for one of them would
   * deadlock.
   */
  whileHeld<T>(paths: readonly WorkspacePath[], work: (files: HeldPaths) => Promise<T>): Promise<T>;

  /**
   * The whole content, read from one handle. Changes nothing.
   * @throws Refusal file_not_found, file_too_large above `maxBytes`, outside_workspace, not_a_file, not_permitted
   */
  read(path: WorkspacePath, maxBytes: number): Promise<Uint8Array>;

  /**
   * A file of any size. Changes nothing.
   * @throws Refusal as `read`, except file_too_large
   */
  find(path: WorkspacePath): Promise<FoundFile>;

  /**
   * Replaces the content with the result of `change`, atomically and durable when this resolves; mode and owner stay.
   * `change` is called at most once; its errors are passed on, and nothing is changed. A file that was touched or
   * replaced since it was read is not overwritten. Do not repeat this without reading again.
   * @throws Refusal file_changed, disk_full, and as `read`
   */
  change(
    path: WorkspacePath,
    maxBytes: number,
    change: (content: Uint8Array) => Uint8Array,
    how?: {
      readonly before?: (held: HeldFile, next: Uint8Array) => Promise<void>;
      readonly signal?: AbortSignal;
    },
  ): Promise<void>;

  /**
   * Renames a file; creates missing folders. Nothing is overwritten.
   * @throws Refusal file_not_found, file_exists, and as `write`
   */
  rename(from: WorkspacePath, to: WorkspacePath, how?: ChangeOptions<HeldFile>): Promise<void>;

  /**
   * The entries of a folder, and of the folders in it down to `depth` (1: only the folder itself): nearer ones first,
   * those of one folder by name, starting after `after`. Links are listed, never followed; unfinished writes
   * are left out, and so are those whose names `matches` refuses. A workspace that does not exist yet is empty.
   * @returns at most `most` entries, whether these are all, and whether a folder has more names than are read of one
   * @throws Refusal file_not_found, outside_workspace, not_a_file, not_permitted
   */
  list(path: WorkspacePath, within: ListedWithin): Promise<ListedEntries>;

  /** Removes a folder if it is empty, but for unfinished writes of this engine; otherwise, or where there is none, nothing happens. */
  removeFolder(path: WorkspacePath): Promise<void>;

  /** For startup: removes unfinished writes beside these paths that a killed engine of this data directory left. */
  sweepBeside(paths: readonly WorkspacePath[]): Promise<void>;
}
