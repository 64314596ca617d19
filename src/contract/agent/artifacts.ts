import { Type } from 'typebox';
import { artifactLimits } from '../../core/workspace/artifacts/limits.ts';
import type { ArtifactInFull, Saved } from '../../core/workspace/artifacts/service.ts';
import { ArtifactTypeShape } from '../http/artifacts.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

/** As their renderers take them. */
export type ToldSaved = Saved;
export type ToldArtifact = ArtifactInFull;

const { titleChars, descriptionChars, queryChars, versions, shownChars, noteChars } = artifactLimits;

export const artifacts = [
  tool({
    name: 'save_artifact',
    family: 'artifacts',
    summary: `Saves a result that your owner should be able to open later: a report, a table, a drawing, a page. With the id of an artifact it becomes the next version; the newest ${versions} are kept.`,
    input: Type.Object(
      {
        artifact_id: Type.Optional(Type.String({ minLength: 1, description: 'For a new version of it' })),
        title: Type.Optional(Type.String({ minLength: 1, maxLength: titleChars, pattern: '\\S' })),
        type: Type.Optional(ArtifactTypeShape),
        description: Type.Optional(Type.String({ maxLength: descriptionChars })),
        content: Type.String({ minLength: 1, pattern: '\\S', description: 'All of it, as text' }),
      },
      closed,
    ),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ artifacts }, { artifact_id, ...draft }, { personId, threadId, runId }) =>
      await artifacts.save(
        { ...draft, ...(artifact_id === undefined ? {} : { artifactId: artifact_id }) },
        { personId, threadId, runId },
      ),
  }),
  tool({
    name: 'read_artifact',
    family: 'artifacts',
    summary: 'Reads a version of an artifact, by default the newest.',
    input: Type.Object(
      {
        artifact_id: Type.String({ minLength: 1 }),
        version: Type.Optional(Type.Integer({ minimum: 1 })),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    outputChars: shownChars + noteChars,
    handle: async ({ artifacts }, { artifact_id, version = null }, { personId }) =>
      await artifacts.get(personId, artifact_id, version),
  }),
  tool({
    name: 'list_artifacts',
    family: 'artifacts',
    summary: 'Lists artifacts, the last changed first.',
    input: Type.Object(
      {
        type: Type.Optional(ArtifactTypeShape),
        words: Type.Optional(Type.String({ minLength: 1, maxLength: queryChars })),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    handle: async ({ artifacts }, { type = null, words = null }, { personId }) =>
      (await artifacts.list(personId, { type, words, limit: 50, after: null })).items,
  }),
];
