import type { PersonId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Says } from '../../kernel/says.ts';

/** One section of the stores, as of the moment that was pinned. */
export interface SectionReader {
  readonly name: string;
  /** How many items it has; counted in short pieces. */
  count(): Promise<number>;
  /** The items in their order, in short pieces. Between pieces other work of the process gets its turn. */
  pages(): AsyncIterable<readonly JsonObject[]>;
}

/** A database that cannot be read. */
export interface UnreadableDatabase {
  readonly name: string;
  readonly sections: readonly string[];
  readonly says: Says;
}

/** All databases as they were at one moment, while others go on writing. */
export interface PinnedDatabases {
  readonly sections: readonly SectionReader[];
  readonly unreadable: readonly UnreadableDatabase[];
  /** The version of each schema. */
  readonly schemaVersions: Readonly<Record<string, number>>;
  /** Repeatable. Sections cannot be read afterwards. */
  close(): void;
}

/** Whose own rows are read. */
export interface ReadFor {
  readonly person: PersonId;
  /** Whether a path from the top of the workspace is this person's own. */
  readonly isOwnPath: (path: string) => boolean;
}

export interface DatabaseMoments {
  /** What sections there are, in their order. */
  readonly sectionNames: readonly string[];
  /** Those with rows that are somebody's own. */
  readonly ownSectionNames: readonly string[];
  /** How many items sections have now, and which databases cannot be read. */
  counts(isCounted: (section: string) => boolean): Promise<CountedSections>;
  /**
   * Opens the databases; nothing is pinned before `pin`, which takes milliseconds.
   * @param own whose own rows are read, without the numbers that count the rows of all; absent: everything
   */
  open(own?: ReadFor): Promise<OpenedDatabases>;
}

export interface CountedSections {
  readonly counts: ReadonlyMap<string, number>;
  readonly unreadable: readonly UnreadableDatabase[];
}

export interface OpenedDatabases {
  pin(): Promise<DatabasesOfMoment>;
  /** In the place of `pin`. */
  close(): Promise<void>;
}

/** A moment that is held. */
export interface DatabasesOfMoment {
  /** Once; it may take as long as copying all of it. @throws Refusal disk_full, storage_error, storage_unavailable */
  read(): Promise<PinnedDatabases>;
  /** In the place of `read`. */
  close(): Promise<void>;
}

/** A file of the data directory, or a folder of the workspace, as it was at one moment. */
export interface HeldFile {
  /** In the data directory. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly sizeBytes: number;
  /** Of the workspace only. */
  readonly mode: number | null;
  readonly modifiedAt: number | null;
  read(): AsyncIterable<Uint8Array>;
}

export interface PinnedFiles {
  readonly files: readonly HeldFile[];
  /** Links and special files, and what could not be read. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Repeatable. The files cannot be read afterwards. */
  close(): Promise<void>;
}

/** The files of somebody in the workspace, wherever that is, listed with their paths in the data directory; they are not held. */
export interface OwnFiles {
  readonly files: readonly HeldFile[];
  /** Grows while files are read: one may be gone by then, and is empty. */
  readonly skipped: PinnedFiles['skipped'];
}

export interface FileMoments {
  /**
   * Holds the files that are exported as they are now. Call it while nothing may be written.
   * @param withWorkspace absent: where it is in the data directory
   */
  pin(withWorkspace?: false): Promise<PinnedFiles>;
  /** Removes what killed exports have held. Call it while none is in progress. */
  clear(): Promise<void>;
}

export interface ArchiveEntry {
  /** Parts separated by `/`. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly mode: number | null;
  readonly modifiedAt: number;
  readonly content: () => AsyncIterable<Uint8Array>;
}

/** Makes a zip of these entries while it is read. A failing content fails the reading. */
export type PackArchive = (entries: readonly ArchiveEntry[]) => AsyncIterable<Uint8Array>;
