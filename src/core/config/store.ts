import type { FileRead } from '../ports/file-read.ts';

/**
 * The two config files. Reading never throws, never waits for what is no regular file, and changes nothing,
 * whatever is in the place of a file.
 */
export interface ConfigFiles {
  readUser(): Promise<FileRead>;

  /** Nothing, also when the path of the project file leads to the user file. */
  readProject(): Promise<FileRead>;

  /**
   * Puts this text in the place of the user file, whole or not at all, readable by its owner only, durable when this
   * resolves. A link to a regular file stays a link: the file it leads to is replaced.
   * With `keepAs` what is there so far, whatever it is, stays beside it under its name and this ending; no earlier
   * one is replaced. When this fails, everything is as it was.
   * @throws Refusal disk_full, storage_error
   */
  replaceUser(text: string, keepAs: string | null): Promise<void>;
}
