/** One file of an upload that may be JSON: its bytes, which are hostile. */
export type PastDocument = AsyncIterable<Uint8Array>;

/** Uploads, each of which waits in a file of its own until it is brought or dropped. */
export interface PastFiles {
  /** Drops all of them. */
  clear(): Promise<void>;
  /** Nothing is left of one that cannot be kept. @throws Refusal disk_full, storage_error */
  keep(importId: string, body: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * What in it begins as JSON does: of a zip each such file, whatever it is called; else the upload itself. One is read
   * before the next, and need not be read to its end. A part that is damaged throws `DamagedPart` while it is read.
   * @throws DamagedPart, Refusal import_too_large, storage_error
   */
  documents(importId: string): AsyncIterable<PastDocument>;
  /** Repeatable. */
  drop(importId: string): Promise<void>;
}

export class DamagedPart extends Error {
  constructor(cause: unknown) {
    super('A part of the file is damaged.', { cause });
    this.name = 'DamagedPart';
  }
}

export const isDamagedPart = (error: unknown): boolean =>
  (error as { name?: unknown } | null)?.name === 'DamagedPart';
