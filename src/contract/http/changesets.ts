import { Type, type Static } from 'typebox';
import type { Review } from '../../core/workspace/changesets/model.ts';
import type { ShownSet } from '../../core/workspace/changesets/service.ts';
import { runId, sessionId } from '../../core/kernel/ids.ts';
import { changesetLimits } from '../../core/workspace/changesets/limits.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import type { refuse as refuseChangesets } from '../../core/workspace/changesets/errors.ts';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import type { refuse as refuseSessions } from '../../core/conversation/sessions/errors.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Id, limitQuery, SaysShape } from '../shapes.ts';

const { json } = rowsRefusing<
  typeof refuseChangesets & typeof refuseRuns & typeof refuseSessions & typeof refuseThreads
>();

const Count = Type.Integer({ minimum: 0 });

const ChangedFile = Type.Object({
  path: Type.String(),
  status: Type.Enum(['added', 'modified', 'deleted']),
  alsoChangedByOthers: Type.Optional(
    Type.Literal(true, {
      description:
        'Others changed the file since the first change of a run: the diff shows their changes, too',
    }),
  ),
  lastRun: Type.Optional(
    Type.Object(
      { diff: Type.String({ description: 'Unified' }), linesAdded: Count, linesRemoved: Count },
      { description: 'What the last run changed, where earlier runs of this thread changed the file, too' },
    ),
  ),
  diff: Type.String({ description: 'Unified; empty for a binary file' }),
  linesAdded: Count,
  linesRemoved: Count,
  binary: Type.Boolean(),
  diffOmitted: Type.Boolean({ description: 'There is a diff, but it is too long to show' }),
});

export const changesetShape = {
  pending: Type.Boolean(),
  runId: Type.Union([Id, Type.Null()], { description: 'Send it with the review' }),
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
      Type.String({ maxLength: 200, description: 'The runId from the GET; without it 409, as specified' }),
    ),
    rolledBackFiles: paths('Only for partial: paths from the GET'),
    files: paths('Review only these; the others stay unreviewed. Without it, all files'),
  },
  closed,
);

export const UndoPartBody = Type.Object(
  {
    runId: Type.String({ maxLength: 200, description: 'The runId from the GET' }),
    path: Type.String({ maxLength: 8_192 }),
    part: Type.String({
      maxLength: changesetLimits.diffsChars,
      description:
        'A part of a diff from the GET, that of the last run too, from the line that begins with @@ to before the next one',
    }),
  },
  closed,
);

export const ReviewedShape = Type.Object({
  accepted: Count,
  rolledBack: Count,
  earlier: Type.Array(Type.Object({ path: Type.String(), deletedFileId: Type.String() }), {
    description:
      'What kept files were before: each can be brought back with POST /api/deleted-files/:id/restore. Without files that are new',
  }),
  failed: Type.Array(
    Type.Object({
      path: Type.String(),
      code: Type.String(),
      reason: Type.String(),
      says: Type.Array(SaysShape),
    }),
  ),
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
  'changesets.list': json({
    route: 'GET /api/changesets',
    who: 'starter',
    summary:
      'Every conversation with unreviewed changes and no run at work, those of steps of workflows included; the latest run’s first.',
    status: 200,
    refuses: [],
    ours: true,
    query: Type.Object({ limit: limitQuery }),
    returns: Type.Object({
      changesets: Type.Array(
        Type.Object({ threadId: Id, title: Type.String(), runId: Id, fileCount: Count }),
      ),
    }),
    handle: async ({ changesets }, { query: { limit = listLimits.byDefault }, asker }) => ({
      changesets: [...(await changesets.waiting(asker.person, limit))],
    }),
  }),
  'changesets.get': json({
    route: 'GET /api/sessions/:id/changeset',
    who: 'starter',
    summary:
      'The unreviewed changes of runs of this session’s thread to the workspace, compared with the current files.',
    status: 200,
    refuses: ['session_not_found'],
    returns: Type.Object(changesetShape),
    handle: async ({ sessions, changesets }, { params, asker }) =>
      shownChanges(
        await changesets.pending((await sessions.get(asker.person, sessionId(params.id))).threadId),
      ),
  }),
  'changesets.review': json({
    route: 'POST /api/sessions/:id/changeset/review',
    who: 'starter',
    summary:
      'Keep the changes (accept), undo all (rollback), or undo those of some files and keep the others ' +
      '(partial). A file that was changed from outside since is not overwritten: it is reported as failed, ' +
      'and stays unreviewed.',
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
    handle: async ({ sessions, changesets }, { params, body, asker }) =>
      await changesets.review(
        (await sessions.get(asker.person, sessionId(params.id))).threadId,
        reviewIn(body),
      ),
  }),
};
