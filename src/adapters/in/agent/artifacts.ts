import type { artifacts, ToldArtifact, ToldSaved } from '../../../contract/agent/artifacts.ts';
import { artifactLimits } from '../../../core/workspace/artifacts/limits.ts';
import { modelText, trusted, type MarkUntrusted, type ModelText, type Renderers } from './model-text.ts';

export const artifactsRenderers: Renderers<(typeof artifacts)[number]> = {
  save_artifact: toldSaved,
  read_artifact: toldArtifact,
  list_artifacts: (all, marked) =>
    all.length === 0
      ? trusted('There are no such artifacts.')
      : modelText`The artifacts, the last changed first: ${marked('artifacts', all.map(line).join('\n'))}`,
};

function toldSaved({ artifact, bytesBefore }: ToldSaved): ModelText {
  const { artifactId, version, sizeBytes } = artifact;
  const isShorter = bytesBefore !== null && sizeBytes < bytesBefore / 2;
  const warning = isShorter
    ? modelText` It is less than half as long as version ${version - 1}, which is kept: check that nothing is missing.`
    : modelText``;
  return modelText`Saved as the artifact ${trusted(artifactId)}, version ${version}, ${sizeBytes} bytes.${warning}`;
}

function toldArtifact({ artifact, shown, content }: ToldArtifact, marked: MarkUntrusted): ModelText {
  const { shownChars } = artifactLimits;
  const isCut = content.length > shownChars;
  const cut = isCut ? modelText` Only its first ${shownChars} characters are shown.` : modelText``;
  const text = isCut ? content.slice(0, shownChars).toWellFormed() : content;
  return modelText`Version ${shown.version} of ${artifact.version}, ${shown.sizeBytes} bytes.${cut}
${marked(`artifact ${artifact.artifactId}`, `${artifact.title}\n\n${text}`)}`;
}

const line = ({ artifactId, title, type, version, description }: ToldArtifact['artifact']): string =>
  `${artifactId} ${JSON.stringify(title)}: ${type}, version ${version}${description === null ? '' : `, ${description}`}`;
