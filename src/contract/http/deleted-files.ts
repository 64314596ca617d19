import { Type } from 'typebox';
import type { refuse as refuseChangeset } from '../../core/workspace/changesets/errors.ts';
import type { refuse as refuseDeleted } from '../../core/workspace/deleted-files/errors.ts';
import { goesAt } from '../../core/workspace/deleted-files/model.ts';
import type { refuse as refuseFile } from '../../core/workspace/files/errors.ts';
import { deletedFileId } from '../../core/kernel/ids.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { rowsRefusing } from '../row.ts';
import { cursorQuery, isRowNumber, limitQuery, NextCursor, time } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuseDeleted & typeof refuseFile & typeof refuseChangeset>();

export const deletedFiles = {
  'deletedFiles.list': json({
    route: 'GET /api/deleted-files',
    who: 'starter',
    summary:
      'Files of the workspace that were deleted, and earlier versions of files whose changes were kept, that can be brought back; the last one first.',
    status: 200,
    refuses: [],
    ours: true,
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({
      deletedFiles: Type.Array(
        Type.Object({
          deletedFileId: Type.String(),
          path: Type.String(),
          sizeBytes: Type.Integer({ minimum: 0 }),
          earlierVersion: Type.Boolean({
            description: 'What the file was before another version took its place; otherwise it was deleted',
          }),
          deletedAt: Type.String({ format: 'date-time', description: 'When it was deleted or replaced' }),
          goesAt: Type.String({
            format: 'date-time',
            description:
              'When it goes for good; earlier where others need its place (1,000 files, 1 GiB; earlier versions go first)',
          }),
        }),
      ),
      nextCursor: NextCursor,
    }),
    handle: async ({ deletedFiles }, { query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const { items, next } = await deletedFiles.list(asker.person, {
        limit,
        after: positionFrom(cursor, isRowNumber),
      });
      return {
        deletedFiles: items.map((file) => ({
          deletedFileId: file.deletedFileId,
          path: file.path,
          sizeBytes: file.sizeBytes,
          earlierVersion: file.isEarlier,
          deletedAt: time(file.deletedAt),
          goesAt: time(goesAt(file)),
        })),
        nextCursor: cursorFrom(next),
      };
    },
  }),
  'deletedFiles.restore': json({
    route: 'POST /api/deleted-files/:id/restore',
    who: 'starter',
    summary:
      'Bring a deleted file or an earlier version back; under the next free name if something has its name.',
    status: 200,
    refuses: [
      'deleted_file_not_found',
      'copy_damaged',
      'file_exists',
      'file_changed',
      'invalid_path',
      'outside_workspace',
      'not_a_file',
      'not_permitted',
      'too_large_to_keep',
      'member_files_full',
    ],
    ours: true,
    query: Type.Object({
      inPlace: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Bring it back under its own name. A file that has this name becomes an earlier version, which can be brought back, too',
        }),
      ),
    }),
    returns: Type.Object({
      deletedFileId: Type.String(),
      path: Type.String({ description: 'Where it is now' }),
    }),
    handle: async ({ deletedFiles }, { params, query: { inPlace = false }, asker }) => ({
      deletedFileId: deletedFileId(params.id),
      ...(await deletedFiles.restore(asker.person, deletedFileId(params.id), inPlace)),
    }),
  }),
  'deletedFiles.purge': json({
    route: 'DELETE /api/deleted-files/:id',
    who: 'starter',
    summary: 'Let a deleted file go for good.',
    status: 204,
    refuses: ['deleted_file_not_found'],
    ours: true,
    handle: async ({ deletedFiles }, { params, asker }) => {
      await deletedFiles.purge(asker.person, deletedFileId(params.id));
      return undefined;
    },
  }),
};
