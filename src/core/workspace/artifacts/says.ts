import { saying, type Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface ArtifactProblems extends Plain<
  | 'artifacts.content_damaged'
  | 'artifacts.artifact_not_found'
  | 'artifacts.invalid_artifact'
  | 'artifacts.artifact_changed'
> {
  'artifacts.artifact_version_gone': { versions: number };
  'artifacts.artifact_too_large': { mb: number };
}

export const say = saying<ArtifactProblems>();
