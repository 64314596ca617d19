import type { ArtifactContents } from '../../core/artifacts/port.ts';
import type { ArtifactService } from '../../core/artifacts/service.ts';
import type { ArtifactStore } from '../../core/artifacts/store.ts';
import { token } from '../token.ts';

export const artifactTokens = {
  artifactStore: token<ArtifactStore>('artifact-store'),
  artifactContents: token<ArtifactContents>('artifact-contents'),
  artifacts: token<ArtifactService>('artifacts'),
};
