/** The segments of a checked relative path: each names one entry of one folder. */
export type WorkspacePath = readonly string[];

/** Names a content: the SHA-256 of its bytes, in hexadecimal. */
export type ContentId = string;

export interface FolderEntry {
  /** From the root of the workspace; names may hold any character but a slash. */
  readonly path: WorkspacePath;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  /** Of a file; null for anything else. */
  readonly sizeBytes: number | null;
  readonly modifiedAt: number;
}

/** A file right before it is changed: held open, so that what is read of it is what will be replaced. */
export interface HeldFile {
  readonly sizeBytes: number;
  readonly mode: number;
  /** The content, piece by piece; like its id it may be asked for several times, until the change is made. */
  content(): AsyncIterable<Uint8Array>;
  contentId(): Promise<ContentId>;
}

/** A file as it was when it was found. */
export interface FoundFile {
  readonly sizeBytes: number;
  readonly modifiedAt: number;
  /**
   * That many bytes from the beginning, all without a word; opened when they are asked for, and let go at the end.
   * Throws Refusal file_changed when it is another file by then, or has become shorter.
   */
  content(bytes?: number): AsyncIterable<Uint8Array>;
}

/** What a change of a file may be given. */
export interface ChangeOptions<Held> {
  /**
   * Gets the file that is there, held (null: nothing is), when nothing is left to be done but the change itself. What it
   * throws is thrown, and nothing is changed; a file that was touched, replaced or made since then is not overwritten
   * (Refusal file_changed).
   */
  readonly before?: (held: Held) => Promise<void>;
  /**
   * Looked at until the very call that changes the file: after an abort nothing is changed (Refusal change_stopped), and
   * a change that was made before it is told as made.
   */
  readonly signal?: AbortSignal;
}

/** What can be done with paths whose turn it is. */
export interface HeldPaths {
  /**
   * Puts `content` there, whole or not at all, and durable when this resolves; makes missing folders. An
   * existing file is replaced and keeps its mode, unless one is given. May be repeated with the same outcome.
   * @returns whether the file is new
   * @throws Refusal outside_workspace, not_a_file, not_permitted, disk_full
   */
  write(
    path: WorkspacePath,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    how?: ChangeOptions<HeldFile | null> & { readonly mode?: number },
  ): Promise<{ readonly created: boolean }>;

  /**
   * Takes a file away; durable when this resolves. Folders stay, also those that become empty.
   * @throws Refusal file_not_found, and as `write`
   */
  remove(path: WorkspacePath, how?: ChangeOptions<HeldFile>): Promise<void>;

  /** Of the file that is there; null when nothing is. @throws Refusal outside_workspace, not_a_file, not_permitted */
  contentId(path: WorkspacePath): Promise<ContentId | null>;
}

/**
 * The folder that the agent works in. Every operation reaches its file by way of real folders inside the root
 * only: a link anywhere on the way, at the moment of use, is refused. None waits for a FIFO, a socket
 * or a device. Changes of one path take turns: a change has its turn from the look at what is there until its last
 * effect, also when its `signal` aborts meanwhile.
 */
export interface Workspace extends HeldPaths {
  /**
   * Does `work` in the turn of all these paths: no other change of them is in flight when it begins, and none is made
   * until it has ended. It changes them by what it is given; asking the workspace itself for a change of one of them
   * would wait for ever.
   */
  whileHeld<T>(paths: readonly WorkspacePath[], work: (files: HeldPaths) => Promise<T>): Promise<T>;

  /**
   * The whole content, from one handle. Changes nothing.
   * @throws Refusal file_not_found, file_too_large beyond `mostBytes`, outside_workspace, not_a_file, not_permitted
   */
  read(path: WorkspacePath, mostBytes: number): Promise<Uint8Array>;

  /** Whatever its size. Changes nothing. @throws Refusal as `read`, but for the size */
  find(path: WorkspacePath): Promise<FoundFile>;

  /**
   * Puts what `change` makes of the content in its place, whole or not at all, and durable when this resolves; mode
   * and owner stay. `change` is called at most once; what it throws is thrown, and nothing is changed. A file that
   * was touched or replaced since it was read is not overwritten. Not to be repeated without reading again.
   * @throws Refusal file_changed, disk_full, and as `read`
   */
  change(
    path: WorkspacePath,
    mostBytes: number,
    change: (content: Uint8Array) => Uint8Array,
    how?: {
      readonly before?: (held: HeldFile, next: Uint8Array) => Promise<void>;
      readonly signal?: AbortSignal;
    },
  ): Promise<void>;

  /**
   * Gives a file another name; makes missing folders. Nothing is overwritten.
   * @throws Refusal file_not_found, file_exists, and as `write`
   */
  rename(from: WorkspacePath, to: WorkspacePath, how?: ChangeOptions<HeldFile>): Promise<void>;

  /**
   * What is in a folder, and in the folders in it down to `depth` (1: only the folder itself), nearer ones first,
   * those of one folder by name, from the one behind `after` on. Links are told, never followed; unfinished writes
   * are left out. A workspace that has not been made yet is empty.
   * @returns at most `most` entries, and whether these are all
   * @throws Refusal file_not_found, outside_workspace, not_a_file, not_permitted
   */
  list(
    path: WorkspacePath,
    within: { readonly depth: number; readonly most: number; readonly after?: string },
  ): Promise<{ readonly entries: readonly FolderEntry[]; readonly isAll: boolean }>;

  /** At start: takes away what a killed engine of this data directory left of unfinished writes beside these paths. */
  sweepBeside(paths: readonly WorkspacePath[]): Promise<void>;
}
