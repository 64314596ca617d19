import { Type } from 'typebox';
import { listLimits } from '../../core/kernel/limits.ts';
import { attachmentLimits } from '../../core/workspace/attachments/limits.ts';
import { workspaceLimits } from '../../core/workspace/files/limits.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import type { refuse as refuseDeleted } from '../../core/workspace/deleted-files/errors.ts';
import type { refuse } from '../../core/workspace/files/errors.ts';
import { byteBody, rowsRefusing } from '../row.ts';
import { closed, cursorQuery, Id, limitQuery, NextCursor, Time, time } from '../shapes.ts';

const { bytes, json } = rowsRefusing<typeof refuse & typeof refuseDeleted>();

const Path = Type.String({ description: 'Relative to the workspace, like "notes/today.md"' });

const refuses = [
  'invalid_path',
  'outside_workspace',
  'file_not_found',
  'not_a_file',
  'not_permitted',
] as const;

const isName = (value: unknown): value is string => typeof value === 'string';

export const files = {
  'files.list': json({
    route: 'GET /api/files',
    who: 'person',
    summary: 'List a folder of the workspace, by name. Links are listed, not followed.',
    status: 200,
    refuses,
    query: Type.Object({
      path: Type.Optional(Type.String({ description: 'A folder; by default the workspace itself' })),
      q: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Only names that contain this text, in capital or small letters',
        }),
      ),
      limit: limitQuery,
      cursor: cursorQuery,
    }),
    returns: Type.Object({
      path: Type.String(),
      files: Type.Array(
        Type.Object({
          name: Type.String(),
          type: Type.Enum(['file', 'folder', 'link', 'other']),
          sizeBytes: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
          modifiedAt: Time,
        }),
      ),
      nextCursor: NextCursor,
      complete: Type.Boolean({
        description: 'False where the folder has more names than are read: only some of them are listed',
      }),
    }),
    handle: async (
      { files },
      { query: { path = '', q = '', limit = listLimits.byDefault, cursor }, asker },
    ) => {
      const after = positionFrom(cursor, isName);
      const page = await files.of(asker.person).page(path, { limit, after, containing: q });
      return {
        path: page.path,
        files: page.entries.map((entry) => ({
          name: entry.path.at(-1) ?? '',
          type: entry.type,
          sizeBytes: entry.sizeBytes,
          modifiedAt: time(entry.modifiedAt),
        })),
        nextCursor: cursorFrom(page.next),
        complete: page.isComplete,
      };
    },
  }),
  'files.read': json({
    route: 'GET /api/files/read',
    who: 'person',
    summary: 'The beginning of a file, up to 1 MB: text as text, anything else as base64.',
    status: 200,
    refuses: [...refuses, 'file_changed'],
    query: Type.Object({ path: Path }),
    returns: Type.Object({
      path: Type.String(),
      content: Type.String(),
      encoding: Type.Enum(['utf-8', 'base64']),
      sizeBytes: Type.Integer({ minimum: 0 }),
      truncated: Type.Boolean(),
      revision: Type.Union([Type.String(), Type.Null()], {
        description: 'Send it with PUT /api/files. Null for what is no text, or shown only in part.',
      }),
      waitsIn: Type.Array(Id, { description: 'Conversations in which changes of this file wait for review' }),
    }),
    handle: async ({ files, changesets }, { query, asker: { person } }) => {
      const shown = await files.of(person).preview(query.path);
      return { ...shown, waitsIn: [...(await changesets.threadsChanging(person, shown.path))] };
    },
  }),
  'files.download': bytes({
    route: 'GET /api/files/download',
    who: 'person',
    summary: 'A whole file, as an attachment.',
    refuses,
    query: Type.Object({ path: Path }),
    sends: 'application/octet-stream',
    handle: async ({ files }, { query, asker }) => {
      const file = await files.of(asker.person).download(query.path);
      return {
        contentType: 'application/octet-stream',
        fileName: file.name,
        sizeBytes: file.sizeBytes,
        body: file.content(),
      };
    },
  }),
  'files.save': json({
    route: 'PUT /api/files',
    who: 'person',
    summary:
      'Save a text as a file of the workspace: a new one, or in place of the content that has this revision. The encoding ' +
      'of a file stays as it is. What changed meanwhile is not overwritten.',
    status: 200,
    refuses: [
      ...refuses,
      'member_files_full',
      'file_changed',
      'file_exists',
      'file_too_large',
      'not_text',
      'letter_without_place',
    ],
    ours: true,
    query: Type.Object({ path: Path }),
    body: Type.Object(
      {
        text: Type.String(),
        revision: Type.Union([Type.String({ maxLength: 100 }), Type.Null()], {
          description: 'Of the content that is replaced, from GET /api/files/read; null for a new file',
        }),
      },
      closed,
    ),
    bodyBytes: 2 * workspaceLimits.fileBytes,
    returns: Type.Object({
      path: Type.String(),
      sizeBytes: Type.Integer({ minimum: 0 }),
      revision: Type.String(),
    }),
    handle: async ({ files }, { query, body, asker }) =>
      await files.of(asker.person).save(query.path, body.text, body.revision),
  }),
  'files.upload': json({
    route: 'POST /api/files',
    who: 'person',
    summary:
      'Keep a file in a folder of the workspace. Its name is cleaned and made unique; nothing is overwritten.',
    status: 201,
    refuses: [...refuses, 'member_files_full', 'file_changed', 'file_exists'],
    ours: true,
    query: Type.Object({
      path: Type.Optional(Type.String({ description: 'A folder; by default the workspace itself' })),
      name: Type.String({
        minLength: 1,
        maxLength: attachmentLimits.nameChars,
        description: 'The name that the file has at the client, like "photo.png"',
      }),
    }),
    body: byteBody('The bytes of the file'),
    bodyBytes: attachmentLimits.fileBytes,
    returns: Type.Object({ path: Type.String(), name: Type.String() }),
    handle: async ({ files }, { query: { path = '', name }, body, asker }) =>
      await files.of(asker.person).deposit(path, name, body),
  }),
  'files.delete': json({
    route: 'DELETE /api/files',
    who: 'person',
    summary:
      'Delete a file of the workspace; folders stay. It is kept among the deleted files, unless it goes permanently.',
    status: 204,
    refuses: [...refuses, 'file_changed', 'too_large_to_keep'],
    query: Type.Object({
      path: Path,
      permanently: Type.Optional(
        Type.Boolean({ default: false, description: 'No copy is kept, so it cannot be brought back' }),
      ),
    }),
    handle: async ({ files, deletedFiles }, { query: { path, permanently = false }, asker: { person } }) => {
      await (permanently ? files.of(person).discard(path) : deletedFiles.delete(person, path));
      return undefined;
    },
  }),
};
