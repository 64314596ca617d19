import { Type, type Static } from 'typebox';
import type { Review } from '../../core/changesets/model.ts';
import type { ShownSet } from '../../core/changesets/service.ts';
import { runId, sessionId } from '../../core/kernel/ids.ts';
import type { refuse as refuseChangesets } from '../../core/changesets/errors.ts';
import type { refuse as refuseRuns } from '../../core/runs/errors.ts';
import type { refuse as refuseSessions } from '../../core/sessions/errors.ts';
import type { refuse as refuseThreads } from '../../core/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Id } from '../shapes.ts';

const { json } = rowsRefusing<
  typeof refuseChangesets & typeof refuseRuns & typeof refuseSessions & typeof refuseThreads
>();

const Count = Type.Integer({ minimum: 0 });

const ChangedFile = Type.Object({
  path: Type.String(),
  status: Type.Enum(['added', 'modified', 'deleted']),
  diff: Type.String({ description: 'Unified; empty for a binary file' }),
  linesAdded: Count,
  linesRemoved: Count,
  binary: Type.Boolean(),
  diffOmitted: Type.Boolean({ description: 'There is a diff, and it is too long to show' }),
});

export const changesetShape = {
  pending: Type.Boolean(),
  runId: Type.Union([Id, Type.Null()], { description: 'What the review has to name' }),
  files: Type.Array(ChangedFile),
};

export const shownChanges = (set: ShownSet | null) => ({
  pending: set !== null,
  runId: set?.runId ?? null,
  files: set?.files ?? [],
});

const paths = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 8_192 }), { maxItems: 20_000, description }));

export const ReviewBody = Type.Object(
  {
    action: Type.Enum(['accept', 'rollback', 'partial']),
    runId: Type.Optional(
      Type.String({ maxLength: 200, description: 'The runId of the GET; without it 409, as specified' }),
    ),
    rolledBackFiles: paths('For partial only: paths as the GET lists them'),
    files: paths('Only these are decided, and the others go on waiting; left out it is all of them'),
  },
  closed,
);

export const ReviewedShape = Type.Object({
  accepted: Count,
  rolledBack: Count,
  failed: Type.Array(Type.Object({ path: Type.String(), code: Type.String(), reason: Type.String() })),
});

export const reviewIn = ({
  action,
  runId: named,
  rolledBackFiles,
  files,
}: Static<typeof ReviewBody>): Review => ({
  action,
  runId: named === undefined || named === '' ? null : runId(named),
  rolledBackFiles: rolledBackFiles ?? null,
  files: files ?? null,
});

export const changesets = {
  'changesets.get': json({
    route: 'GET /api/sessions/:id/changeset',
    does: 'What runs of the thread of this session have changed in the workspace and is not reviewed yet, against the files as they are now.',
    status: 200,
    refuses: ['session_not_found'],
    returns: Type.Object(changesetShape),
    handle: async ({ sessions, changesets }, { params }) =>
      shownChanges(await changesets.pending((await sessions.get(sessionId(params.id))).threadId)),
  }),
  'changesets.review': json({
    route: 'POST /api/sessions/:id/changeset/review',
    does:
      'Keep the changes (accept), take all back (rollback), or take back those of some files and keep the others ' +
      '(partial). A file that has been changed since is not rolled back over that change: it is told as failed, ' +
      'and waits for another review.',
    status: 200,
    refuses: [
      'session_not_found',
      'run_in_progress',
      'changeset_run_required',
      'changeset_run_stale',
      'no_changeset',
      'not_in_changeset',
      'files_missing',
      'files_only_for_partial',
    ],
    body: ReviewBody,
    returns: ReviewedShape,
    handle: async ({ sessions, changesets }, { params, body }) =>
      await changesets.review((await sessions.get(sessionId(params.id))).threadId, reviewIn(body)),
  }),
};
