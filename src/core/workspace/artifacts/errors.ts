import { conflict, invalid, notFound, refusals, tooLarge } from '../../kernel/refusal.ts';
import { MIB } from '../../kernel/bytes.ts';
import { artifactLimits } from './limits.ts';

export const refuse = refusals({
  artifact_not_found: notFound('No artifact has this id. GET /api/artifacts lists them.'),
  artifact_version_gone: notFound(
    `This version is not kept: of each artifact the newest ${artifactLimits.versions} are.`,
  ),
  artifact_too_large: tooLarge(`An artifact has at most ${artifactLimits.contentBytes / MIB} MB of text.`),
  invalid_artifact: invalid('An artifact needs a title and a content that are not empty.'),
  artifact_changed: conflict('The artifact was changed meanwhile. Read it again, then repeat the change.'),
});
