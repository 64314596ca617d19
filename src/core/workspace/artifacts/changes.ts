import type { ArtifactId } from '../../kernel/ids.ts';
import type { Artifact, ContentHash } from './model.ts';

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
  | { readonly change: 'artifact.delete'; readonly artifactId: ArtifactId };
