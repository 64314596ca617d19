import { Type } from 'typebox';
import { runId, sessionId } from '../../core/kernel/ids.ts';
import { json } from '../row.ts';
import { closed, Id } from '../shapes.ts';

const Count = Type.Integer({ minimum: 0 });

const ChangedFile = Type.Object({
  path: Type.String(),
  status: Type.Enum(['added', 'modified', 'deleted']),
  diff: Type.String({ description: 'Unified; empty for a binary file' }),
  linesAdded: Count,
  linesRemoved: Count,
  binary: Type.Boolean(),
  diffOmitted: Type.Boolean({ description: 'There would be a diff, and it is too long to be shown' }),
});

export const changesets = {
  'changesets.get': json({
    route: 'GET /api/sessions/:id/changeset',
    does: 'What runs of the thread of this session have changed in the workspace and is not reviewed yet, against the files as they are now.',
    status: 200,
    refuses: ['session_not_found'],
    returns: Type.Object({
      pending: Type.Boolean(),
      runId: Type.Union([Id, Type.Null()], { description: 'What the review has to name' }),
      files: Type.Array(ChangedFile),
    }),
    handle: async ({ sessions, changesets }, { params }) => {
      const set = await changesets.pending((await sessions.get(sessionId(params.id))).threadId);
      return { pending: set !== null, runId: set?.runId ?? null, files: set?.files ?? [] };
    },
  }),
  'changesets.review': json({
    route: 'POST /api/sessions/:id/changeset/review',
    does:
      'Keep the changes (accept), take all back (rollback), or take back those of some files and keep the others ' +
      '(partial). A file that somebody else has changed is not rolled back over their change: it is told as failed, ' +
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
    body: Type.Object(
      {
        action: Type.Enum(['accept', 'rollback', 'partial']),
        runId: Type.Optional(
          Type.String({ maxLength: 200, description: 'The runId of the GET; without it 409, as specified' }),
        ),
        rolledBackFiles: Type.Optional(
          Type.Array(Type.String({ maxLength: 8_192 }), {
            maxItems: 20_000,
            description: 'For partial only: paths as the GET lists them',
          }),
        ),
      },
      closed,
    ),
    returns: Type.Object({
      accepted: Count,
      rolledBack: Count,
      failed: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() })),
    }),
    handle: async ({ sessions, changesets }, { params, body }) => {
      const { action, runId: named, rolledBackFiles = null } = body;
      const run = named === undefined || named === '' ? null : runId(named);
      const { threadId } = await sessions.get(sessionId(params.id));
      return await changesets.review(threadId, { action, runId: run, rolledBackFiles });
    },
  }),
};
