import type { RunId } from '../../kernel/ids.ts';

/** The runs of this process, by id. */
export interface LiveRunsById {
  /** From the moment when it takes its place until its end is on disk. */
  isLive(runId: RunId): boolean;
  /** Resolves when it is not in progress; never rejects. */
  ended(runId: RunId): Promise<void>;
  /** Stops it. Resolves after it has ended with all of its effects; never rejects. */
  stopRun(runId: RunId): Promise<void>;
}

/** One file that comes with a run. */
export interface FileToWrite {
  /** A plain name. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The folder of a run that may be over. */
export interface LeftFolder {
  readonly runId: RunId;
  /** As `write` returned it. */
  readonly folder: string;
  /** Whether this engine made it; false also where that is not known. */
  readonly isOwn: boolean;
}

/**
 * Private folders for the files of runs: 0700, of this user, reached through no link. Where the usual place belongs to
 * another user or is no folder, a new private one takes its place.
 */
export interface RunFolders {
  /**
   * Makes the folder of a run and writes its files (0600); durable when this resolves. If it fails, nothing is left.
   * @returns the absolute path of the folder
   * @throws Refusal files_folder_unusable, disk_full
   */
  write(runId: RunId, files: readonly FileToWrite[]): Promise<string>;

  /** The name of the place of a folder that `write` returned: rows hold no paths. */
  placeOf(folder: string): string;

  /** The folder of a run in the place of this name, whether it is there or not; null for a name that is no place of ours. */
  folderOf(runId: RunId, place: string): string | null;

  /** Removes a folder that `write` returned, with its files; repeatable. What cannot be removed is logged. Never rejects. */
  remove(folder: string): Promise<void>;

  /**
   * The name of the file that this absolute path names in the folder; null if it names none. Looks at the text alone.
   */
  nameIn(folder: string, path: string): string | null;

  /** Whether this absolute path lies in the usual place. Looks at the text alone. */
  isInPlace(path: string): boolean;

  /**
   * A whole file of a folder that `write` returned.
   * @throws Refusal file_not_found, outside_workspace for a link, not_a_file, file_too_large
   */
  read(folder: string, name: string, maxBytes: number): Promise<Uint8Array>;

  /** For startup: the folders of runs in the usual place, and in those that this engine has made in its stead. */
  left(): Promise<readonly LeftFolder[]>;

  /** For startup: removes places that this engine made in an earlier process and that hold nothing. Never rejects. */
  removeEmptyPlaces(): Promise<void>;
}
