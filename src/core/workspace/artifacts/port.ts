import type { ContentHash } from './model.ts';

/** Contents by their hash. */
export interface ArtifactContents {
  /**
   * Keeps a text: whole and durable when it resolves, or not there. Repeatable; a content that is there stays.
   * @throws Refusal disk_full, storage_error
   */
  keep(text: string): Promise<ContentHash>;
  /** @throws Refusal storage_error if it is not there, or not what its name says */
  read(hash: ContentHash): Promise<string>;
  /** Repeatable. @throws Refusal storage_error */
  remove(hashes: readonly ContentHash[]): Promise<void>;
  all(): Promise<readonly ContentHash[]>;
}
