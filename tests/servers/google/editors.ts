// What Drive needs of the editors (Docs, Sheets), whose files have no bytes.
import type { DriveFile } from './drive-tree.ts';

export interface Editor {
  readonly mimeType: string;
  /** Begins a file, empty or converted from a text. */
  begin(file: DriveFile, source?: { readonly mimeType: string; readonly text: string }): void;
  /** A copy of what another file has. */
  copy(from: DriveFile, to: DriveFile): void;
  /** Null for a type that it does not export to. */
  exported(file: DriveFile, mimeType: string): Buffer | null;
  /** For searches. */
  wordsOf(file: DriveFile): string;
}

/** The text formats that an upload may be converted from. */
export const isConvertible = (mimeType: string): boolean => /^text\//u.test(mimeType);
