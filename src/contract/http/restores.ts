import { Type } from 'typebox';
import type { refuse } from '../../core/keeping/backups/errors.ts';
import { RESTORE_STATUSES, type RestoreOutcome } from '../../core/keeping/backups/model.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Id, SaysOfProblems, shownProblems, Time, time } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuse>();

const Wishes = Type.Object(
  {
    allowForeign: Type.Optional(
      Type.Boolean({ description: 'Also a backup that another instance made. Without it: reason foreign' }),
    ),
    allowUnauthenticated: Type.Optional(
      Type.Boolean({
        description:
          'Also a backup that no key authenticates, so that anyone may have changed it. Without it: reason unauthenticated',
      }),
    ),
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4_096,
        description: 'The vault key of the backup, where this engine does not have it (reason key_missing)',
      }),
    ),
  },
  closed,
);

const Outcome = Type.Object({
  operationId: Id,
  backupId: Type.String(),
  status: Type.Enum([...RESTORE_STATUSES], {
    description:
      'undone: everything is as it was before. failed: it ended before anything was moved. Both say why in problems',
  }),
  startedAt: Time,
  endedAt: Type.Union([Time, Type.Null()]),
  restoredFiles: Type.Integer({ minimum: 0 }),
  safetyBackupId: Type.String({ description: 'The backup of everything as it was before' }),
  problems: Type.Array(Type.String()),
  says: SaysOfProblems,
});

const shownOutcome = ({ startedAt, endedAt, problems, ...outcome }: RestoreOutcome) => ({
  ...outcome,
  ...shownProblems(problems),
  startedAt: time(startedAt),
  endedAt: endedAt === null ? null : time(endedAt),
});

export const restores = {
  'backups.restore': json({
    route: 'POST /api/backups/:id/restore',
    who: 'owner',
    summary:
      'Put everything back as it was in a backup. Before the answer the backup is opened and checked, and a safety ' +
      'backup of the present state is made. After it, runs are interrupted and the engine restarts behind its port: ' +
      'meanwhile all routes but health, readiness and the outcome answer 503 with Retry-After. A backup that cannot be ' +
      'restored is refused with 422 and a `reason`: manifest_missing, unknown_format, newer_schema, key_missing (with ' +
      '`keyId`), altered, foreign or unauthenticated (with `allowWith`, the field that allows it), database_unsound, other_file_system.',
    status: 202,
    refuses: [
      'backup_not_found',
      'operation_in_progress',
      'backup_unusable',
      'backup_key_invalid',
      'backup_space',
      'backup_folder',
    ],
    body: Wishes,
    returns: Type.Object({ operationId: Id }),
    handle: async ({ restores }, { params, body }) => ({
      operationId: await restores.restore(params.id, body),
    }),
  }),
  'backups.restored': json({
    route: 'GET /api/backups/restores/:operationId',
    who: 'owner',
    summary:
      'What became of a restore. Answered while the engine restarts for it, and afterwards; the last ten are kept.',
    status: 200,
    refuses: ['restore_not_found'],
    ours: true,
    duringRestore: true,
    returns: Outcome,
    handle: async ({ restores }, { params }) => shownOutcome(await restores.outcome(params.operationId)),
  }),
  'backups.drill': json({
    route: 'POST /api/backups/:id/drill',
    who: 'owner',
    summary:
      'Try a restore: restore the backup into a scratch directory, start an engine on it that reaches nothing and that ' +
      'nothing reaches, and compare it with the manifest. Nothing of this engine changes but `lastProvenRestorable`.',
    status: 200,
    refuses: ['backup_not_found', 'operation_in_progress', 'backup_space', 'backup_folder'],
    ours: true,
    returns: Type.Object({
      ok: Type.Boolean(),
      problems: Type.Array(Type.String()),
      says: SaysOfProblems,
      durationMs: Type.Integer({ minimum: 0 }),
    }),
    handle: async ({ drills }, { params }) => {
      const { ok, problems, durationMs } = await drills.drill(params.id);
      return { ok, ...shownProblems(problems), durationMs };
    },
  }),
};
