import type { Scope } from '../../outside/cloud-account/model.ts';
import type { CellValue, Cells, CloudFile, FileType, SheetInfo } from './model.ts';

/** What to look for; all of it must fit. Texts are taken literally. */
export interface CloudSearch {
  /** In names and contents; null for all files. */
  readonly words: string | null;
  /** In names alone. */
  readonly name: string | null;
  readonly type: FileType | null;
  /** Directly in this folder. */
  readonly folder: string | null;
}

export interface NewCloudFile {
  readonly name: string;
  /** Null is the top of the drive. */
  readonly folder: string | null;
  /** What it becomes: for a document, `content` is converted. */
  readonly mimeType: string;
  /** Null for a file of the vendor's own kinds that begins empty. */
  readonly content: { readonly bytes: Uint8Array; readonly mimeType: string } | null;
}

/**
 * The files of the owner's drive; those of shared drives are not seen. A call ends with `signal`, and within its time. It
 * throws a refusal of core/outside/cloud-account (not_connected, scope_missing, access_revoked, client_refused, cloud_busy,
 * cloud_unavailable, cloud_refused with `status` and `reason`), cloud_file_not_found, or cloud_file_too_large. Calls that
 * change something are sent once: after cloud_unavailable they may have had their effect. Ids were checked.
 */
export interface CloudFiles {
  /** A page; files in the bin are left out. `after` is `next` of the page before. */
  find(search: CloudSearch, after: string | null, signal: AbortSignal): Promise<CloudPage>;
  /** Null if the account sees none with this id. */
  get(id: string, signal: AbortSignal): Promise<CloudFile | null>;
  content(id: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array>;
  /** A file of the vendor's own kinds, as this type. */
  exported(id: string, mimeType: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array>;
  /** @throws Refusal also drive_full */
  create(file: NewCloudFile, signal: AbortSignal): Promise<CloudFile>;
  /** Replaces the content; name and place stay. @throws Refusal also drive_full */
  replace(id: string, content: Uint8Array, mimeType: string, signal: AbortSignal): Promise<CloudFile>;
}

export interface CloudPage {
  readonly files: readonly CloudFile[];
  /** Null at the end. */
  readonly next: string | null;
}

/** Documents at the vendor. It throws as `CloudFiles`. `revision`: refuse (cloud_file_changed) if it is another one now. */
export interface CloudDocuments {
  revision(id: string, signal: AbortSignal): Promise<string>;
  /** @returns the new revision */
  append(id: string, text: string, revision: string | null, signal: AbortSignal): Promise<string>;
  /** Replaces each occurrence, with exactly these letters. @returns how many there were */
  replaceText(
    id: string,
    change: { readonly find: string; readonly by: string },
    revision: string | null,
    signal: AbortSignal,
  ): Promise<number>;
}

export interface WrittenCells {
  readonly range: string;
  readonly cells: number;
}

/** What goes into cells: as it is, or (`isTyped`) as if a person typed it, with formulas and dates. */
export interface NewCells {
  readonly range: string;
  readonly rows: readonly (readonly (CellValue | null)[])[];
  readonly isTyped: boolean;
}

/** Spreadsheets at the vendor. It throws as `CloudFiles`, and cloud_range_unreadable. */
export interface CloudSheets {
  sheets(id: string, signal: AbortSignal): Promise<readonly SheetInfo[]>;
  /** As people see them, or with formulas. */
  read(id: string, range: string, withFormulas: boolean, signal: AbortSignal): Promise<Cells>;
  write(id: string, cells: NewCells, signal: AbortSignal): Promise<WrittenCells>;
  /** Below what the range holds already. */
  append(id: string, cells: NewCells, signal: AbortSignal): Promise<WrittenCells>;
}

/** The folder of the drive that backups go into. */
export interface BackupRoot {
  /** The name that every such folder gets. */
  readonly name: string;
  /** Its id; null without one. */
  remembered(): Promise<string | null>;
}

/** The connection, now. */
export interface Connection {
  readonly account: string | null;
  readonly scopes: readonly Scope[];
}
