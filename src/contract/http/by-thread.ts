import { Type } from 'typebox';
import { runId, threadId } from '../../core/kernel/ids.ts';
import type { refuse as refuseChangesets } from '../../core/workspace/changesets/errors.ts';
import type { refuse as refuseFiles } from '../../core/workspace/files/errors.ts';
import type { refuse as refusePrompts } from '../../core/conversation/prompts/errors.ts';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { Id } from '../shapes.ts';
import {
  changesetShape,
  ReviewBody,
  reviewIn,
  ReviewedShape,
  shownChanges,
  UndoPartBody,
} from './changesets.ts';
import { AbortBody, abortedRun } from './runs.ts';
import { Answered, promptNamed, ReplyBody, SavedBody } from './prompts.ts';

const { json } = rowsRefusing<
  typeof refuseChangesets &
    typeof refuseFiles &
    typeof refusePrompts &
    typeof refuseRuns &
    typeof refuseThreads
>();

/** Why an answer is refused. */
const unanswered = [
  'thread_not_found',
  'prompt_not_found',
  'prompt_expired',
  'no_pending_prompt',
  'prompt_id_required',
  'invalid_answer',
] as const;

/** Routes for a client that knows a thread but not its sessions; each does the same as that of the session. */
export const byThread = {
  'threads.abort': json({
    route: 'POST /api/threads/:id/abort',
    who: 'starter',
    needs: 'run',
    summary:
      'Stop the run of this thread, whichever client started it. Its stream ends with done and stopReason aborted.',
    status: 202,
    refuses: ['thread_not_found', 'not_running'],
    ours: true,
    body: AbortBody,
    returns: Type.Object({ requested: Type.Literal(true), runId: Id }),
    handle: async ({ runs }, { params, body, asker }) => ({
      requested: true as const,
      runId: await runs.abortIn(asker.person, threadId(params.id), abortedRun(body)),
    }),
  }),
  'threads.changeset': json({
    route: 'GET /api/threads/:id/changeset',
    who: 'starter',
    summary:
      'The unreviewed changes of this thread’s runs to the workspace, compared with the current files.',
    status: 200,
    refuses: ['thread_not_found'],
    ours: true,
    returns: Type.Object(changesetShape),
    handle: async ({ threads, changesets }, { params, asker }) =>
      shownChanges(await changesets.pending((await threads.get(asker.person, threadId(params.id))).threadId)),
  }),
  'threads.review': json({
    route: 'POST /api/threads/:id/changeset/review',
    who: 'starter',
    needs: 'run',
    summary: 'Review the changes of this thread, as POST /api/sessions/:id/changeset/review does.',
    status: 200,
    refuses: [
      'thread_not_found',
      'run_in_progress',
      'changeset_run_required',
      'changeset_run_stale',
      'no_changeset',
      'not_in_changeset',
      'files_missing',
      'files_only_for_partial',
    ],
    ours: true,
    body: ReviewBody,
    returns: ReviewedShape,
    handle: async ({ threads, changesets }, { params, body, asker }) =>
      await changesets.review(
        (await threads.get(asker.person, threadId(params.id))).threadId,
        reviewIn(body),
      ),
  }),
  'threads.undo-part': json({
    route: 'POST /api/threads/:id/changeset/undo-part',
    who: 'starter',
    needs: 'run',
    summary:
      'Undo one part of what runs of this thread changed in a file. The rest of its changes waits for review as before.',
    status: 204,
    refuses: [
      'thread_not_found',
      'run_in_progress',
      'no_changeset',
      'changeset_run_stale',
      'not_in_changeset',
      'no_such_part',
      'changed_meanwhile',
      'copy_damaged',
      'file_changed',
      'file_not_found',
      'file_too_large',
      'not_a_file',
      'letter_without_place',
      'too_large_to_undo',
    ],
    ours: true,
    body: UndoPartBody,
    handle: async ({ threads, changedParts }, { params, body, asker }) => {
      const thread = await threads.get(asker.person, threadId(params.id));
      await changedParts.undo(thread.threadId, { ...body, runId: runId(body.runId) });
      return undefined;
    },
  }),
  'threads.reply': json({
    route: 'POST /api/threads/:id/reply',
    who: 'starter',
    needs: 'run',
    summary: 'Answer the pending question of a run of this thread, as POST /api/sessions/:id/reply does.',
    status: 200,
    refuses: unanswered,
    ours: true,
    body: ReplyBody,
    returns: Answered,
    handle: async ({ byThread }, { params, body, asker }) => {
      const reply = { promptId: promptNamed(body), answer: body.answer };
      return { accepted: true as const, ...(await byThread.reply(asker.person, threadId(params.id), reply)) };
    },
  }),
  'threads.secret-saved': json({
    route: 'POST /api/threads/:id/secret-saved',
    who: 'starter',
    needs: 'run',
    summary:
      'Tell the waiting run of this thread that the secret is stored, or will not be, as POST ' +
      '/api/sessions/:id/secret-saved does.',
    status: 200,
    refuses: unanswered,
    ours: true,
    body: SavedBody,
    returns: Answered,
    handle: async ({ byThread }, { params, body, asker }) => {
      const saved = { promptId: promptNamed(body), saved: body.saved, wasAsked: body.asked };
      return {
        accepted: true as const,
        ...(await byThread.secretSaved(asker.person, threadId(params.id), saved)),
      };
    },
  }),
};
