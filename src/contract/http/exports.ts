import { Type } from 'typebox';
import type { refuse as refuseBackup } from '../../core/keeping/backups/errors.ts';
import type { refuse } from '../../core/keeping/export/errors.ts';
import { exportLimits } from '../../core/keeping/export/limits.ts';
import { byteBody, rowsRefusing } from '../row.ts';
import { Id, OrNull, saysAs, SaysOfText, SaysShape, shownSays } from '../shapes.ts';
import { inEnglish } from '../words/english.ts';

const { bytes, json } = rowsRefusing<typeof refuse & typeof refuseBackup>();

const ZIP = 'application/zip';

export const exports = {
  'export.data': bytes({
    route: 'GET /api/export',
    who: 'owner',
    summary:
      'Everything that belongs to the owner, of one moment, as one JSON document (config/export.schema.json); with ' +
      'Accept: application/zip as a zip with that document and every file. Its last field is `complete`: where it is false, ' +
      '`problems` says what is missing, and without it the document was cut off. A reader that takes nothing for a minute ' +
      'loses the moment.',
    refuses: ['export_hosted', 'export_in_progress', 'unknown_section', 'export_unavailable'],
    query: Type.Object({
      format: Type.Optional(
        Type.Enum(['json', 'zip'], {
          description: 'For a link, which cannot choose by a header; it counts before Accept',
        }),
      ),
      sections: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 4_096,
          description: 'Only these, with commas between them: to go on after an export that was cut off',
        }),
      ),
    }),
    headers: Type.Object({ accept: Type.Optional(Type.String({ maxLength: 8_192 })) }),
    sends: ['application/json', ZIP],
    handle: async ({ exports }, { query: { sections, format }, headers: { accept = '' } }) =>
      await exports.begin(sections === undefined ? null : sections.split(',').map((name) => name.trim()), {
        asZip: format === undefined ? accept.toLowerCase().includes(ZIP) : format === 'zip',
      }),
  }),
  'export.progress': json({
    route: 'GET /api/export/progress',
    who: 'owner',
    summary: 'How far the export in progress is; without one, what became of the last.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      state: Type.Enum(['none', 'running', 'complete', 'incomplete', 'left'], {
        description: 'incomplete: problems says what is missing. left: its reader left, or it broke off',
      }),
      section: OrNull(Type.String({ description: 'What is being sent: a section, or a file of the zip' })),
      items: Type.Integer({ minimum: 0, description: 'Of that section, so far' }),
      of: OrNull(Type.Integer({ minimum: 0 })),
      counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
        description: 'Items of each section that were sent so far',
      }),
      bytes: Type.Integer({ minimum: 0, description: 'Sent so far, before compression' }),
      problems: Type.Array(Type.Object({ section: Type.String(), problem: Type.String(), says: SaysOfText })),
    }),
    handle: async ({ exports }) => {
      const { problems, ...progress } = exports.progress();
      return {
        ...progress,
        problems: problems.map(({ section, says }) => ({
          section,
          problem: inEnglish(says),
          ...saysAs('says', says),
        })),
      };
    },
  }),
  'export.import': json({
    route: 'POST /api/import',
    who: 'owner',
    summary:
      'Read an export back into this engine, which must have no data. Before the answer all of the zip is checked, and a ' +
      'safety backup is made. After it the engine restarts on what came in; the outcome is that of a restore with this id.',
    status: 202,
    refuses: [
      'import_not_empty',
      'import_unusable',
      'operation_in_progress',
      'backup_space',
      'backup_folder',
    ],
    ours: true,
    body: byteBody('The bytes of the zip'),
    bodyBytes: exportLimits.importBytes,
    returns: Type.Object({
      operationId: Id,
      counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
      secrets: Type.Array(Type.String(), { description: 'Names of secrets that have to be set again' }),
      left: Type.Array(Type.String(), { description: 'What was left out, in sentences' }),
      says: Type.Object({ left: Type.Array(SaysShape) }),
    }),
    handle: async ({ imports }, { body }) => {
      const { left, ...imported } = await imports.import(body);
      return {
        ...imported,
        left: left.map((one) => inEnglish(one)),
        says: { left: left.map(shownSays) },
      };
    },
  }),
};
