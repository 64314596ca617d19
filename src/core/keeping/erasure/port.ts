import type { ErasedStore, Remaining } from './model.ts';
import type { ErasureRecord, Placed } from './record.ts';

/** What lies in the data directory, and in a workspace elsewhere that goes with it. */
export interface Found {
  /** Its entries, by name. */
  readonly names: readonly string[];
  /** Paths that are not the engine's own, and links in the place of something that is: never looked into. */
  readonly unknown: readonly string[];
  /** Folders of the data directory, by name, that are file systems of their own. */
  readonly mounted: readonly string[];
  /** Paths deeper in, or files, where another file system is mounted. */
  readonly mountedWithin: readonly string[];
}

/** Something that could not be removed. */
export interface Left {
  readonly path: string;
  /** The code of the failure, like EACCES. */
  readonly code: string;
}

/** The files that an erasure works on. Nothing here follows a link. */
export interface ErasureDisk {
  /** `erasure.json`; null if there is none. @throws Error if it cannot be read */
  record(): Promise<string | null>;
  /** Durable when this resolves. @throws Refusal disk_full, storage_error */
  setRecord(text: string): Promise<void>;
  /** Repeatable. @throws Refusal storage_error */
  removeRecord(): Promise<void>;
  /** @param goes whether an entry of this name goes; what stays is not looked into */
  find(goes: (name: string) => boolean, elsewhere: readonly string[]): Promise<Found>;
  /** The files below this entry of the data directory, or below this absolute path, without folders. */
  count(place: string): Promise<number>;
  /** The entries of the data directory (null), or of a folder that is emptied. */
  names(folder: string | null): Promise<readonly string[]>;
  /**
   * Moves an entry to where `remove` removes it; one that cannot be moved is removed at once. A missing one is no failure.
   * `bornBy` is given where an engine has run since: only files that are not younger go, one by one.
   * @returns the code of the failure if it is still there; null if it is gone
   */
  aside(erasureId: string, place: Placed, bornBy?: number): Promise<string | null>;
  /** Makes the moves durable. */
  sync(erasureId: string, emptied: readonly string[]): Promise<void>;
  /** Overwrites and removes what any erasure has moved aside. Repeatable. @returns what is still there */
  remove(emptied: readonly string[]): Promise<readonly Left[]>;
  /** Takes the address of the account out of the notes of uploads; without sound notes the file goes. Repeatable. */
  cleanUploads(): Promise<Left | null>;
  /** Whether the notes of uploads say something of a copy; also true where they cannot be read. */
  hasUploads(): Promise<boolean>;
  /** Files left in the data directory, but kept backups, that contain one of these words. */
  holding(words: readonly string[]): Promise<readonly string[]>;
}

/** The databases before they go. */
export interface StoresBefore {
  /** What they hold. Reads them directly, while no engine has them open. A database that cannot be read counts null. Never rejects. */
  look(): Promise<{
    readonly stores: readonly ErasedStore[];
    /** Names, addresses and ids that must not be found afterwards. */
    readonly words: readonly string[];
    /** Folders of hosts of the tool server that have an index of runs. */
    readonly indexFolders: readonly string[];
  }>;
  /** Removes what of them is not in the data directory. Repeatable. @throws Error if it is still there */
  erase(): Promise<void>;
}

/** What one feature has written outside the data directory. */
export interface Outside {
  /** In the record. */
  readonly name: string;
  /** What goes, in words that `erase` knows. Never rejects. */
  find(record: ErasureRecord, indexFolders: readonly string[]): Promise<readonly string[]>;
  /** Removes it. Repeatable; never rejects. */
  erase(
    record: ErasureRecord,
    found: readonly string[],
  ): Promise<{
    /** Could not be removed now, and is tried again. */
    readonly left: readonly Left[];
    /** Stays: the owner has to deal with it. */
    readonly remains: readonly Remaining[];
  }>;
}

/** The runs of this engine. */
export interface RunsToStop {
  /** Stops them all and waits at most `ms`. @returns whether none is in progress */
  stop(ms: number): Promise<boolean>;
}

/** The place of the one operation on backups. */
export interface BackupsAtRest {
  /** Takes it: no backup, check, restore or drill begins. @returns gives it back @throws Refusal operation_in_progress */
  hold(): () => void;
  /** No operation begins from now on. */
  close(): void;
}
