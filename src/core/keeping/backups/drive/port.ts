/** An entry of the drive, as far as backups look at it. */
export interface DriveEntry {
  readonly id: string;
  readonly name: string;
  readonly isFolder: boolean;
  /** Null for a folder. */
  readonly sizeBytes: number | null;
  readonly md5: string | null;
  readonly isInBin: boolean;
  /** Whether it is the user's; null if the drive does not say. */
  readonly isOwned: boolean | null;
  /** Whether the present client made it, or was given it; null if the drive does not say. */
  readonly isOurs: boolean | null;
  /** Whether it is in a shared drive, which has no single owner. */
  readonly isShared: boolean;
  /** The instance that made it; null if it has no mark. */
  readonly instance: string | null;
}

/** What is uploaded. It may be read several times. */
export interface UploadSource {
  readonly sizeBytes: number;
  /** The bytes from `at`, at most `length` of them: less only at the end. @throws Refusal backup_unusable if it changed */
  read(at: number, length: number): Promise<Uint8Array>;
  /** The MD5 of all of it, in hexadecimal: the checksum that drives tell. */
  md5(): Promise<string>;
}

export interface NewFolder {
  readonly id: string;
  readonly name: string;
  /** Null is the top of the drive. */
  readonly parent: string | null;
  /** The instance that makes it, as a mark that only the present client can read. */
  readonly instance: string;
}

export interface NewFile {
  readonly id: string;
  readonly parent: string;
  readonly name: string;
  readonly instance: string;
  readonly source: UploadSource;
}

/**
 * The owner's cloud drive, through the present connection. New entries get ids that `newIds` gave, so every call may be
 * repeated: an entry that is there already counts as made. A call ends with `signal`, and throws a refusal:
 * - cloud_unavailable, cloud_busy (with `retryAfterMs`): it passes, and the call may have had its effect;
 * - drive_full, scope_missing, not_connected, access_revoked, client_refused, cloud_refused: it stays until its owner acts.
 */
export interface Drive {
  /** Ids for entries that are about to be made; at most 1,000 at a time. */
  newIds(count: number, signal: AbortSignal): Promise<readonly string[]>;
  /** Null if there is none with this id that the connection may see. */
  get(id: string, signal: AbortSignal): Promise<DriveEntry | null>;
  makeFolder(folder: NewFolder, signal: AbortSignal): Promise<void>;
  /** All folders of this name, those in the bin included; shared drives are not looked at. `after` is `next` of a page. */
  foldersNamed(name: string, after: string | null, signal: AbortSignal): Promise<DrivePage>;
  /** All that is directly in a folder, what is in the bin included. */
  childrenOf(folder: string, after: string | null, signal: AbortSignal): Promise<DrivePage>;
  /**
   * Uploads a file, large ones in parts: after a lost connection it goes on where the drive says that it is. Resolves once
   * the drive has told the checksum of exactly these bytes. `sent` is called with the bytes that have arrived so far.
   * @throws Refusal also upload_altered: the drive has other bytes
   */
  put(file: NewFile, sent: (bytes: number) => void, signal: AbortSignal): Promise<void>;
  /** Deletes a file or an empty folder for good. @returns false if there was none */
  remove(id: string, signal: AbortSignal): Promise<boolean>;
  /** The bytes of a file from `at`, at most `length` of them. @throws Refusal drive_file_gone */
  read(id: string, at: number, length: number, signal: AbortSignal): Promise<Uint8Array>;
}

export interface DrivePage {
  readonly entries: readonly DriveEntry[];
  /** Null at the end. */
  readonly next: string | null;
}

/** `clouddrive-backup-root`: the id of the folder that uploads go into. */
export interface RootFile {
  /** Null if there is no file. @throws Refusal root_file_unreadable for anything else that is no id */
  read(): Promise<string | null>;
  /** Durable when this resolves. @throws Refusal disk_full, storage_error */
  write(id: string): Promise<void>;
}

/** `uploads.json`: how far the upload of each backup is. */
export interface UploadsFile {
  /** Null if there is none. */
  read(): Promise<string | null>;
  /** Keeps a damaged file under another name, `uploads.json.<ending>`. @throws Refusal disk_full, storage_error */
  setAside(ending: string): Promise<void>;
  /** Durable when this resolves. @throws Refusal disk_full, storage_error */
  replace(text: string): Promise<void>;
}

export interface DownloadedFile {
  readonly path: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  /** That the drive tells of it, in hexadecimal; null if it does not. */
  readonly md5: string | null;
}

/** The stored files of backups on this machine, to upload them, and to bring them home. */
export interface StoredFiles {
  /** A file of a published backup. @throws Refusal backup_unusable if it is not there, or has another size */
  source(backupId: string, path: string, sizeBytes: number): UploadSource;
  /**
   * Keeps a backup that comes home: the text of its manifest, then each file that it names, of exactly its size and its
   * checksum, some side by side. It is published once all are there and durable. After a failure nothing is left.
   * `content` of a file ends with its signal.
   * @throws Refusal backup_space, backup_folder, backup_unusable, disk_full, and what `content` throws
   */
  receive(
    backupId: string,
    manifestText: string,
    files: readonly DownloadedFile[],
    content: (path: string, signal: AbortSignal) => AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void>;
}
