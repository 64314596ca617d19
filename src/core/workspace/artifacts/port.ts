import type { PersonId } from '../../kernel/ids.ts';
import type { ContentHash } from './model.ts';

/** Room on the disk, of which each member has so much. */
export interface Room {
  /** Runs `work`, which takes room before it keeps something; if it fails, nothing is taken. `take` throws Refusal member_files_full. */
  within<Result>(
    person: PersonId,
    work: (take: (bytes: number) => Promise<void>) => Promise<Result>,
  ): Promise<Result>;
}

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
