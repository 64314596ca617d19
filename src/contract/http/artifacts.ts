import type { PersonId } from '../../core/kernel/ids.ts';
import { Type } from 'typebox';
import type { refuse as refuseFiles } from '../../core/workspace/files/errors.ts';
import type { refuse as refuseArtifacts } from '../../core/workspace/artifacts/errors.ts';
import { artifactLimits } from '../../core/workspace/artifacts/limits.ts';
import { ARTIFACT_TYPES, type Artifact, type ArtifactVersion } from '../../core/workspace/artifacts/model.ts';
import { MIB } from '../../core/kernel/bytes.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { already, rowsRefusing } from '../row.ts';
import {
  closed,
  cursorQuery,
  Id,
  isRowNumber,
  limitQuery,
  NextCursor,
  OrNull,
  Time,
  time,
} from '../shapes.ts';

const { json } = rowsRefusing<typeof refuseArtifacts & typeof refuseFiles>();

export const ArtifactTypeShape = Type.Enum([...ARTIFACT_TYPES]);

const Fields = {
  artifactId: Type.String(),
  title: Type.String(),
  type: ArtifactTypeShape,
  description: OrNull(Type.String()),
  version: Type.Integer({ minimum: 1, description: 'Of the newest version' }),
  sizeBytes: Type.Integer({ minimum: 0, description: 'Of the newest version' }),
  threadId: OrNull(Id),
  runId: OrNull(Id),
  mine: Type.Boolean({ description: 'It is your own; what others share with you, only they change' }),
  shared: Type.Boolean({ description: 'Everybody who was let in reads it' }),
  createdAt: Time,
  updatedAt: Time,
};
const ArtifactShape = Type.Object(Fields);

const VersionShape = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  sizeBytes: Type.Integer({ minimum: 0 }),
  runId: OrNull(Id),
  createdAt: Time,
});

/** Where what somebody else shares was made stays theirs. */
const shown = ({ personId, ...artifact }: Artifact, reader: PersonId) => ({
  ...artifact,
  mine: personId === reader,
  threadId: personId === reader ? artifact.threadId : null,
  runId: personId === reader ? artifact.runId : null,
  createdAt: time(artifact.createdAt),
  updatedAt: time(artifact.updatedAt),
});

const shownVersion = ({ version, sizeBytes, runId, createdAt }: ArtifactVersion) => ({
  version,
  sizeBytes,
  runId,
  createdAt: time(createdAt),
});

const { titleChars, descriptionChars, queryChars, versions } = artifactLimits;

export const artifacts = {
  'artifacts.list': json({
    route: 'GET /api/artifacts',
    who: 'starter',
    summary: 'List artifacts, without their contents; the last changed first.',
    status: 200,
    refuses: [],
    query: Type.Object({
      type: Type.Optional(ArtifactTypeShape),
      q: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: queryChars,
          description: 'Words in the title or the description; all of them must be there',
        }),
      ),
      limit: limitQuery,
      cursor: cursorQuery,
    }),
    returns: Type.Object({ artifacts: Type.Array(ArtifactShape), nextCursor: NextCursor }),
    handle: async (
      { artifacts },
      { query: { type = null, q: words = null, limit, cursor }, asker: { person } },
    ) => {
      const after = positionFrom(cursor, isRowNumber);
      const { items, next } = await artifacts.list(person, {
        type,
        words,
        limit: limit ?? listLimits.byDefault,
        after,
      });
      return { artifacts: items.map((one) => shown(one, person)), nextCursor: cursorFrom(next) };
    },
  }),
  'artifacts.save': json({
    route: 'POST /api/artifacts',
    who: 'starter',
    summary: `Save an artifact; with the id of one, its next version. The newest ${versions} versions are kept.`,
    status: 201,
    already: 'The artifact with its next version',
    refuses: [
      'artifact_not_found',
      'artifact_too_large',
      'invalid_artifact',
      'artifact_changed',
      'member_files_full',
    ],
    bodyBytes: 12 * MIB,
    body: Type.Object(
      {
        artifactId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
        title: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: titleChars,
            pattern: '\\S',
            description: 'Of a new one; of a new version it stays if left out',
          }),
        ),
        type: Type.Optional(ArtifactTypeShape),
        description: Type.Optional(OrNull(Type.String({ maxLength: descriptionChars }))),
        content: Type.String({ minLength: 1, pattern: '\\S' }),
      },
      closed,
    ),
    returns: ArtifactShape,
    handle: async ({ artifacts }, { body, asker: { person: personId } }) => {
      const { artifact, isNew } = await artifacts.save(body, { personId, threadId: null, runId: null });
      return isNew ? shown(artifact, personId) : already(shown(artifact, personId));
    },
  }),
  'artifacts.get': json({
    route: 'GET /api/artifacts/:id',
    who: 'starter',
    summary:
      'An artifact with the content of one version, by default the newest. It is text, whatever its type.',
    status: 200,
    refuses: ['artifact_not_found', 'artifact_version_gone'],
    query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }),
    returns: Type.Object({
      ...Fields,
      shownVersion: Type.Integer({ minimum: 1, description: 'The version that the content is of' }),
      content: Type.String(),
      versions: Type.Array(VersionShape, { description: 'Those that are kept, the newest first' }),
    }),
    handle: async ({ artifacts }, { params, query: { version = null }, asker: { person } }) => {
      const found = await artifacts.get(person, params.id, version);
      const { artifact, shown: one, content, versions: all } = found;
      const isMine = artifact.personId === person;
      return {
        ...shown(artifact, person),
        shownVersion: one.version,
        content,
        versions: all.map((each) => shownVersion(isMine ? each : { ...each, runId: null })),
      };
    },
  }),
  'artifacts.share': json({
    route: 'PATCH /api/artifacts/:id',
    who: 'starter',
    summary: 'Let everybody who was let in read an artifact of yours, or not any longer.',
    ours: true,
    status: 200,
    refuses: ['artifact_not_found'],
    body: Type.Object({ shared: Type.Boolean() }, closed),
    returns: ArtifactShape,
    handle: async ({ artifacts }, { params, body, asker: { person } }) =>
      shown(await artifacts.share(person, params.id, body.shared), person),
  }),
  'artifacts.delete': json({
    route: 'DELETE /api/artifacts/:id',
    who: 'starter',
    summary: 'Delete an artifact with all of its versions.',
    status: 204,
    refuses: ['artifact_not_found'],
    handle: async ({ artifacts }, { params, asker }) => {
      await artifacts.remove(asker.person, params.id);
      return undefined;
    },
  }),
};
