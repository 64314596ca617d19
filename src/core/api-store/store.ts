import type { FileRead } from '../ports/file-read.ts';
import type { KeptWindow } from './model.ts';

export interface ApiFile {
  /** With its `.json`. */
  readonly name: string;
  readonly read: FileRead;
}

/** The folder of the profiles. Reading never throws, never waits for what is no regular file, and changes nothing. */
export interface ApiFiles {
  /** All names that end in `.json`, in order; none where there is no folder, null where it cannot be read. */
  all(): Promise<readonly ApiFile[] | null>;
  /** Whether anything, whatever it is, stands where the profile of this id belongs. */
  isTaken(id: string): Promise<boolean>;
  /**
   * Whole or not at all, readable by its owner only, durable when this resolves; what was there is replaced.
   * @throws Refusal disk_full, storage_error
   */
  write(id: string, text: string): Promise<void>;
  /** Durable when this resolves; nothing to remove is no mistake. @throws Refusal storage_error */
  remove(id: string): Promise<void>;
}

/** Stored request counts of a host; the changes are in changes.ts. */
export interface RateStore {
  windows(): Promise<readonly KeptWindow[]>;
}
