import { Type } from 'typebox';
import type { refuse as refuseErasure } from '../../core/keeping/erasure/errors.ts';
import { OWN_CONFIRMATION } from '../../core/keeping/erasure/model.ts';
import type { refuse as refuseExport } from '../../core/keeping/export/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed } from '../shapes.ts';
import { CountsOfBelongings } from './people.ts';

const { bytes, json } = rowsRefusing<typeof refuseExport & typeof refuseErasure>();

/**
 * What one has of their own, out and gone. A token that only reads may take it out: it may read each of these things. To erase,
 * it must manage.
 */
export const ownData = {
  'me.export': bytes({
    route: 'GET /api/me/export',
    who: 'person',
    summary:
      'What is your own, of one moment, as a zip: export.json with your conversations and what hangs on them, memory, tasks, ' +
      'automations, workflows, artifacts, assistants, costs and the names of your secrets, each section with its count; its JSON ' +
      'Schema; and your files, but those of the owner in a workspace outside the data directory. Nothing of others, and nothing that everybody here has. Its last field is `complete`: where it ' +
      'is false, `problems` says what is missing. A reader that takes nothing for a minute loses the moment.',
    refuses: ['export_in_progress', 'export_unavailable'],
    ours: true,
    query: Type.Object({
      format: Type.Optional(
        Type.Enum(['zip', 'json'], { default: 'zip', description: 'json: only the document, without files' }),
      ),
    }),
    sends: ['application/zip', 'application/json'],
    handle: async ({ ownExports }, { query: { format = 'zip' }, asker }) =>
      await ownExports.begin(asker, { asZip: format === 'zip' }),
  }),
  'me.erase': json({
    route: 'DELETE /api/me/data',
    who: 'person',
    summary:
      'Erase what is your own; you, how you sign in and your role stay. Your work ends first, and nothing of yours begins ' +
      'meanwhile. Once begun it is finished, by the next start if need be. The answer says how many of each kind there were. What ' +
      'everybody here has stays; of the owner also the settings, their secrets, and files of a workspace outside the data directory.',
    status: 200,
    refuses: ['not_confirmed', 'erasure_in_progress', 'runs_did_not_stop'],
    ours: true,
    body: Type.Object(
      { confirm: Type.String({ maxLength: 100, description: `Exactly ${OWN_CONFIRMATION}` }) },
      closed,
    ),
    returns: Type.Object({ deleted: Type.Literal(true), counts: CountsOfBelongings }),
    handle: async ({ ownErasure }, { body: { confirm }, asker }) => ({
      deleted: true as const,
      counts: await ownErasure.erase(asker, confirm),
    }),
  }),
};
