import type { Whose } from '../../trust/people/model.ts';
import type { ArtifactId, PersonId, RunId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Artifact, ArtifactType, ArtifactVersion, ContentHash } from './model.ts';

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface ArtifactStore {
  /** Also one that somebody else shares. */
  get(whose: Whose, artifactId: ArtifactId): Promise<Artifact | null>;
  /** Their own and those that others share; last changed first, after the change number `after`. `words`: all of them in the title or the description. */
  list(
    whose: Whose,
    query: {
      readonly type: ArtifactType | null;
      readonly words: string | null;
      readonly limit: number;
      readonly after: number | null;
    },
  ): Promise<Page<Artifact, number>>;
  /** The newest first. */
  versions(artifactId: ArtifactId): Promise<readonly ArtifactVersion[]>;
  /** What all versions of their artifacts take. */
  bytesOf(person: PersonId): Promise<number>;
  /** The hashes of these that a version has. */
  referenced(hashes: readonly ContentHash[]): Promise<ReadonlySet<ContentHash>>;
  /** Whether a run has made a version, of this type if one is given. */
  madeBy(runId: RunId, type: ArtifactType | null): Promise<boolean>;
}

export type ArtifactChange =
  /**
   * A version, and with the first one the artifact. Its content is in the store already. The oldest versions give way.
   * Refused (`JournalConflict`) if there is this version, or the artifact of a later one is gone.
   */
  | {
      readonly change: 'artifact.version';
      readonly artifact: Artifact;
      readonly contentHash: ContentHash;
    }
  /** Refused (`JournalConflict`) if it is gone. */
  | { readonly change: 'artifact.share'; readonly artifactId: ArtifactId; readonly shared: boolean }
  /** Refused (`JournalConflict`) if it is gone. */
  | { readonly change: 'artifact.delete'; readonly artifactId: ArtifactId };
