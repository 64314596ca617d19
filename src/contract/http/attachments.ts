import { Type } from 'typebox';
import { attachmentLimits } from '../../core/workspace/attachments/limits.ts';
import type { refuse } from '../../core/workspace/files/errors.ts';
import { byteBody, rowsRefusing } from '../row.ts';

const { json } = rowsRefusing<typeof refuse>();

const { fileBytes, folder, nameChars } = attachmentLimits;

export const attachments = {
  'attachments.upload': json({
    route: 'POST /api/files/attachments',
    who: 'person',
    needs: 'run',
    summary:
      `Keep a file in the folder "${folder}" of the workspace, to attach it to a task. Its name is cleaned and made ` +
      'unique; nothing is overwritten.',
    status: 201,
    refuses: [
      'invalid_path',
      'file_exists',
      'file_changed',
      'outside_workspace',
      'not_a_file',
      'not_permitted',
      'member_files_full',
    ],
    ours: true,
    query: Type.Object({
      name: Type.String({
        minLength: 1,
        maxLength: nameChars,
        description: 'The name that the file has at the client, like "photo.png"',
      }),
    }),
    body: byteBody('The bytes of the file'),
    bodyBytes: fileBytes,
    returns: Type.Object({
      path: Type.String({ description: 'In the workspace; names the file in a task and in other routes' }),
      name: Type.String(),
      mediaType: Type.String({
        description:
          'Found in the bytes: an image type, application/pdf, text/plain or application/octet-stream',
      }),
      sizeBytes: Type.Integer({ minimum: 0 }),
    }),
    handle: async ({ attachments }, { query, body, asker }) =>
      await attachments.keep(asker.person, query.name, body),
  }),
};
