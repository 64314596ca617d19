import type { FileRead } from '../ports/file-read.ts';

/** The one file that keeps the generated token, readable by its owner only. */
export interface TokenFile {
  /** Never throws, never waits for what is no regular file, and changes nothing. */
  read(): Promise<FileRead>;

  /** Whole or not at all, durable when this resolves. @throws Refusal disk_full, storage_error */
  replace(text: string): Promise<void>;

  /** What is there, whatever it is, stays beside it under its name and this ending. @throws Refusal storage_error */
  setAside(ending: string): Promise<void>;
}
