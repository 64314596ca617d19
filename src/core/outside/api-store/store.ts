import type { FileRead } from '../../ports/file-read.ts';
import type { KeptWindow } from './model.ts';

export interface ApiFile {
  /** Including `.json`. */
  readonly name: string;
  readonly read: FileRead;
}

/** The folder of the profiles. Reading never throws, never waits for special files, and changes nothing. */
export interface ApiFiles {
  /** All names that end in `.json`, in order; none without the folder, null if it cannot be read. */
  all(): Promise<readonly ApiFile[] | null>;
  /**
   * A fingerprint that differs after each change of these files, as far as the times of the disk show it. Never
   * rejects.
   */
  stamp(): Promise<string>;
  /** Whether anything, of any kind, exists at the path of this profile. */
  isTaken(id: string): Promise<boolean>;
  /**
   * Writes atomically, replacing an existing file; readable by its owner only, durable when this resolves.
   * @throws Refusal disk_full, storage_error
   */
  write(id: string, text: string): Promise<void>;
  /** Durable when this resolves; a missing file is no error. @throws Refusal storage_error */
  remove(id: string): Promise<void>;
}

/** Stored request counts of a host. */
export interface RateStore {
  windows(): Promise<readonly KeptWindow[]>;
}

export type ApiStoreChange =
  /** Replaces the stored state of these windows. */
  { readonly change: 'rate.count'; readonly windows: readonly KeptWindow[] };
