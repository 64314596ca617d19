import { Type } from 'typebox';
import type { refuse } from '../../core/keeping/backups/errors.ts';
import { backupLimits } from '../../core/keeping/backups/limits.ts';
import { byteBody, rowsRefusing } from '../row.ts';

const { json, bytes } = rowsRefusing<typeof refuse>();

export const backupArchives = {
  'backups.archive': bytes({
    route: 'GET /api/backups/:id/archive',
    who: 'owner',
    summary: 'A backup as one file: a zip with its manifest and its files, still encrypted.',
    refuses: ['backup_not_found', 'backup_unusable', 'backup_folder'],
    ours: true,
    sends: 'application/zip',
    handle: async ({ backupArchives }, { params }) => {
      const { fileName, sizeBytes, body } = await backupArchives.pack(params.id);
      return { contentType: 'application/zip', fileName, body, ...(sizeBytes === null ? {} : { sizeBytes }) };
    },
  }),
  'backups.receive': json({
    route: 'POST /api/backups/archive',
    who: 'owner',
    summary:
      'Bring a backup back from such a zip. It is in the list once all of it has arrived as its manifest says, and counts ' +
      'as not verified until it is checked.',
    status: 201,
    refuses: ['archive_unusable', 'backup_exists', 'operation_in_progress', 'backup_space', 'backup_folder'],
    ours: true,
    body: byteBody('The bytes of the zip'),
    bodyBytes: backupLimits.archiveBytes,
    returns: Type.Object({ backupId: Type.String() }),
    handle: async ({ backupArchives }, { body }) => ({ backupId: await backupArchives.receive(body) }),
  }),
};
