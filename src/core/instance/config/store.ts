import type { FileRead } from '../../ports/file-read.ts';

/**
 * The two config files. Reading never throws, never blocks on something other than a regular file, and changes nothing.
 */
export interface ConfigFiles {
  readUser(): Promise<FileRead>;

  /** Absent as well when the path of the project file leads to the user file. */
  readProject(): Promise<FileRead>;

  /**
   * Replaces the user file atomically; readable by its owner only, durable when this resolves. A link to a regular file
   * stays a link: its target is replaced.
   * `keepAs` keeps what is there, whatever it is, under its name with this ending, and overwrites no earlier copy. When
   * this fails, everything is as it was.
   * @throws Refusal disk_full, storage_error
   */
  replaceUser(text: string, keepAs: string | null): Promise<void>;
}
