import type { Says } from '../../kernel/says.ts';
import type { JsonObject } from '../../kernel/json.ts';

/** Databases that are made from the items of an export, in a folder of their own. */
export interface StagedDatabases {
  readonly sectionNames: readonly string[];
  /** @throws UnusableItem */
  add(section: string, item: JsonObject): void;
  /** Notes that a content was exported under another hash than it has now. */
  renameContent(from: string, to: string, sizeBytes: number): void;
  /**
   * Derives what an export leaves out, checks that all relations lead somewhere, and clears what may not come from
   * elsewhere. The files are durable when this resolves.
   * @returns in sentences, what was cleared
   * @throws UnusableItem
   */
  settle(at: number): Promise<readonly Says[]>;
  /** Repeatable. */
  close(): void;
}

export interface DatabaseStage {
  /** The newest known version of each schema. */
  readonly schemaVersions: Readonly<Record<string, number>>;
  /** Sections that an import does not bring in, and why. */
  readonly notImported: Readonly<Record<string, string>>;
  /** Names of the databases that `begin` makes. */
  readonly names: readonly string[];
  /** Makes empty databases with these versions of their schemas. */
  begin(folder: string, schemaVersions: Readonly<Record<string, number>>): StagedDatabases;
}

/** What an item says does not fit. */
export class UnusableItem extends Error {
  readonly says: Says;

  constructor(says: Says) {
    super(says.code);
    this.name = 'UnusableItem';
    this.says = says;
  }
}

/** A file that the document names, and the zip has. */
export interface ListedFile {
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** Null where it may differ. */
  readonly sizeBytes: number | null;
  readonly mode: number | null;
  readonly modifiedAt: number | null;
}

/** What is kept of one file. */
export interface KeptFile {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** The zip of an export in a folder, with what belongs to it. Everything in it may be hostile. */
export interface ImportArchive {
  /** Of everything in it, as it says. */
  readonly contentBytes: number;
  document(): AsyncIterable<Uint8Array>;
  /**
   * Writes the files that are listed, and no other, below the folder: exactly these have to be there, and what is in the
   * folder `except`, which is left out.
   * @throws Refusal import_unusable
   */
  unpack(listed: readonly ListedFile[], except: string | null): Promise<readonly KeptFile[]>;
  close(): void;
}

export interface ImportFiles {
  /** Writes the zip into the folder, and opens it. @throws Refusal import_unusable, disk_full, storage_error */
  receive(folder: string, body: AsyncIterable<Uint8Array>): Promise<ImportArchive>;
  /** Writes a small file below the folder. */
  write(folder: string, path: string, text: string): Promise<void>;
  /** Within the folder; what is there is replaced. */
  rename(folder: string, from: string, to: string): Promise<void>;
  /** Removes the zip and makes everything else in the folder durable. */
  settle(folder: string): Promise<void>;
}

/** Names in the data directory that only make sense together: what is moved out of them, and what is moved in. */
export interface ReplacedNames {
  readonly out: readonly string[];
  readonly in: readonly string[];
}

/** Puts staged files in the place of what is in the data directory: all or none, with a safety backup, and a restart. */
export interface Replacing {
  /**
   * `stage` fills the folder. Its `confirm` has the last word, once nothing is written any more.
   * @returns the id under which the outcome is told, as of a restore
   * @throws Refusal operation_in_progress, backup_space, backup_folder, disk_full, storage_error, and what `stage` throws
   */
  begin(
    stage: (
      folder: string,
      at: number,
    ) => Promise<{
      readonly sets: readonly ReplacedNames[];
      readonly restoredFiles: number;
      readonly confirm: () => Promise<void>;
    }>,
  ): Promise<string>;
}
