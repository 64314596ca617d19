import { Type } from 'typebox';
import type { refuse as refuseBackup } from '../../core/keeping/backups/errors.ts';
import type { refuse } from '../../core/keeping/erasure/errors.ts';
import { erasureLimits } from '../../core/keeping/erasure/limits.ts';
import {
  CONFIRMATION,
  ERASURE_STATUSES,
  type Erasure,
  type Remaining,
} from '../../core/keeping/erasure/model.ts';
import { isRefusal, Refusal } from '../../core/kernel/refusal.ts';
import type { refuse as refuseRun } from '../../core/execution/runs/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Id, SaysShape, shownSays, Time, time } from '../shapes.ts';
import { inEnglish } from '../words/english.ts';

const { json } = rowsRefusing<typeof refuse & typeof refuseBackup & typeof refuseRun>();

const Stores = Type.Array(
  Type.Object({
    name: Type.String({
      description: 'A database or folder of the data directory, or the path of a workspace',
    }),
    rows: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'Rows or files before it was erased; null: it could not be read',
    }),
  }),
);

const Remains = Type.Array(
  Type.Object({
    what: Type.String(),
    why: Type.String(),
    how: Type.String(),
    says: Type.Object({ what: SaysShape, why: SaysShape, how: SaysShape }),
  }),
  {
    description: 'What is still there, why, and how to remove it',
  },
);

const shownRemaining = ({ what, why, how }: Remaining) => ({
  what: inEnglish(what),
  why: inEnglish(why),
  how: inEnglish(how),
  says: { what: shownSays(what), why: shownSays(why), how: shownSays(how) },
});

const shown = ({ stores, remains }: Erasure) => ({
  stores: stores.map(({ name, rows }) => ({ name, rows })),
  remains: remains.map(shownRemaining),
});

/** What a refusal names as left is shown like the rest. */
function shownIn(error: unknown): unknown {
  if (!isRefusal(error) || !('remains' in error.facts)) return error;
  const remains = (error.facts['remains'] as readonly Remaining[]).map(shownRemaining);
  return new Refusal(error.code, error.kind, error.says, { ...error.facts, remains }, error.cause);
}

export const erasure = {
  'data.erase': json({
    route: 'DELETE /api/data',
    who: 'owner',
    summary:
      'Erase all data (GDPR Art. 17). Runs are stopped and the engine restarts behind its port, empty; the answer ' +
      'comes when everything is gone, and `remains` names what an erasure cannot reach. Once begun it is finished, by the ' +
      'next start if need be. Without keepBackups the backups of this instance and the vault key go, too. Entries of the ' +
      'data directory that are not from svc, and links, are refused first, with their `names`. Not on an instance that a host runs.',
    status: 200,
    refuses: [
      'not_confirmed',
      'erasure_on_host',
      'erasure_in_progress',
      'operation_in_progress',
      'draining',
      'unknown_entries',
      'runs_did_not_stop',
      'erasure_incomplete',
    ],
    duringRestore: true,
    body: Type.Object(
      {
        confirm: Type.String({ maxLength: 100, description: `Exactly ${CONFIRMATION}` }),
        keepBackups: Type.Optional(
          Type.Boolean({ description: 'Keep the backups on this machine, and the key that opens them' }),
        ),
        removeUnknown: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 4_096 }), {
            maxItems: erasureLimits.unknownNamed,
            description:
              'Repeats the `names` of unknown_entries: they are removed, too; of links the links alone',
          }),
        ),
        workspace: Type.Optional(
          Type.Boolean({ description: 'Also the files of a workspace outside the data directory' }),
        ),
      },
      closed,
    ),
    returns: Type.Object({ deleted: Type.Literal(true), stores: Stores, remains: Remains }),
    handle: async ({ erasure: service }, { body }) => {
      const { confirm, keepBackups = false, workspace = false, removeUnknown = [] } = body;
      const asked = { confirm, keepBackups, workspace, removeUnknown };
      const done = await service.erase(asked).catch((error: unknown) => {
        throw shownIn(error);
      });
      return { deleted: true as const, ...shown(done) };
    },
  }),
  'data.erasure': json({
    route: 'GET /api/data/erasure',
    who: 'owner',
    summary:
      'What became of the last erasure, null if there was none. Answered while the engine restarts for it, and afterwards.',
    status: 200,
    refuses: [],
    ours: true,
    duringRestore: true,
    returns: Type.Object({
      erasure: Type.Union([
        Type.Object({
          erasureId: Id,
          status: Type.Enum([...ERASURE_STATUSES], {
            description: 'incomplete: `remains` names what could not be removed, and each start tries again',
          }),
          startedAt: Time,
          endedAt: Type.Union([Time, Type.Null()]),
          stores: Stores,
          remains: Remains,
        }),
        Type.Null(),
      ]),
    }),
    handle: async ({ erasure: service }) => {
      const last = await service.last();
      if (!last) return { erasure: null };
      const { erasureId, status, startedAt, endedAt } = last;
      return {
        erasure: {
          erasureId,
          status,
          startedAt: time(startedAt),
          endedAt: endedAt === null ? null : time(endedAt),
          ...shown(last),
        },
      };
    },
  }),
};
