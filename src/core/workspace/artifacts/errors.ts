import { refusals } from '../../kernel/refusal.ts';
import type { ArtifactProblems } from './says.ts';

export const refuse = refusals<ArtifactProblems>()('artifacts', {
  artifact_not_found: 'not_found',
  artifact_version_gone: 'not_found',
  artifact_too_large: 'too_large',
  invalid_artifact: 'invalid',
  artifact_changed: 'conflict',
});
