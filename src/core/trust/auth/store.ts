import type { FileRead } from '../../ports/file-read.ts';

/** The one file that keeps the generated token, readable by its owner only. */
export interface TokenFile {
  /** Never throws, never blocks on something other than a regular file, and changes nothing. */
  read(): Promise<FileRead>;

  /** Atomic, and durable when this resolves. @throws Refusal disk_full, storage_error */
  replace(text: string): Promise<void>;

  /** Renames what is there, whatever it is, to its name with this ending. @throws Refusal storage_error */
  setAside(ending: string): Promise<void>;
}

/** The one file that keeps the logins. It holds hashes only. */
export type LoginFile = TokenFile;
