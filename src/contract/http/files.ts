import { Type } from 'typebox';
import { listLimits } from '../../core/kernel/limits.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import type { refuse } from '../../core/files/errors.ts';
import { rowsRefusing } from '../row.ts';
import { cursorQuery, limitQuery, NextCursor, Time, time } from '../shapes.ts';

const { bytes, json } = rowsRefusing<typeof refuse>();

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
    summary: 'List a folder of the workspace, by name. Links are listed, not followed.',
    status: 200,
    refuses,
    query: Type.Object({
      path: Type.Optional(Type.String({ description: 'A folder; by default the workspace itself' })),
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
    }),
    handle: async ({ files }, { query: { path = '', limit = listLimits.byDefault, cursor } }) => {
      const after = positionFrom(cursor, isName);
      const page = await files.page(path, { limit, after });
      return {
        path: page.path,
        files: page.entries.map((entry) => ({
          name: entry.path.at(-1) ?? '',
          type: entry.type,
          sizeBytes: entry.sizeBytes,
          modifiedAt: time(entry.modifiedAt),
        })),
        nextCursor: cursorFrom(page.next),
      };
    },
  }),
  'files.read': json({
    route: 'GET /api/files/read',
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
    }),
    handle: async ({ files }, { query }) => await files.preview(query.path),
  }),
  'files.download': bytes({
    route: 'GET /api/files/download',
    summary: 'A whole file, as an attachment.',
    refuses,
    query: Type.Object({ path: Path }),
    sends: 'application/octet-stream',
    handle: async ({ files }, { query }) => {
      const file = await files.download(query.path);
      return {
        contentType: 'application/octet-stream',
        fileName: file.name,
        sizeBytes: file.sizeBytes,
        body: file.content(),
      };
    },
  }),
  'files.delete': json({
    route: 'DELETE /api/files',
    summary: 'Delete a file of the workspace permanently; folders stay.',
    status: 204,
    refuses,
    query: Type.Object({ path: Path }),
    handle: async ({ files }, { query }) => {
      await files.discard(query.path);
      return undefined;
    },
  }),
};
