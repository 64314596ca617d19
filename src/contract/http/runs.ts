import { byPerson, type Asker } from '../../core/trust/people/model.ts';
import { Type } from 'typebox';
import { runId, sessionId } from '../../core/kernel/ids.ts';
import { compactionLimits } from '../../core/execution/runs/limits.ts';
import type { RunService } from '../../core/execution/runs/service.ts';
import { runEvents } from '../events.ts';
import { attachmentLimits } from '../../core/workspace/attachments/limits.ts';
import { workspaceLimits } from '../../core/workspace/files/limits.ts';
import type { refuse as refuseAttachments } from '../../core/workspace/attachments/errors.ts';
import type { refuse as refuseModels } from '../../core/instance/models/errors.ts';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import type { refuse as refuseSessions } from '../../core/conversation/sessions/errors.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Id, Name } from '../shapes.ts';
import { PromptInThread, shownPrompt } from './prompts.ts';

const { events, json } = rowsRefusing<
  typeof refuseAttachments &
    typeof refuseModels &
    typeof refuseRuns &
    typeof refuseSessions &
    typeof refuseThreads
>();

const eventId = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }));

/** Of a request that sends a task. */
export const TaskHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The same key with the same task attaches to the first run; kept 24 hours in its session.',
    }),
  ),
});
export const TaskBody = Type.Object(
  {
    task: Type.String({ minLength: 1, pattern: '\\S', description: 'What to do, in words' }),
    profile: Type.Optional(Name),
    attachments: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String({
              minLength: 1,
              maxLength: workspaceLimits.pathChars,
              description: 'In the workspace, as an upload returns it',
            }),
          },
          closed,
        ),
        {
          maxItems: attachmentLimits.perRun,
          description:
            'Files for the model to see: images where it takes them, short texts, and of others the path',
        },
      ),
    ),
  },
  closed,
);

const RunBody = Type.Object(
  {
    ...TaskBody.properties,
    insteadOf: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'A run of this thread: the task is another version of its turn, and follows what that run followed. What was said before stays, as another version',
      }),
    ),
    resume: Type.Optional(
      Type.Boolean({
        description:
          'Go on after a restart of the engine instead of ending as interrupted. Finished calls are not repeated; about one that was cut off and may have had an effect, the run asks',
      }),
    ),
  },
  closed,
);

/** The files that a task comes with. */
export const pathsIn = ({ attachments = [] }: Pick<Asking['body'], 'attachments'>): readonly string[] =>
  attachments.map(({ path }) => path);

/** Of an abort. */
export const AbortBody = Type.Object(
  {
    runId: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Stop only this run, so that a repeat cannot stop the next one',
      }),
    ),
  },
  closed,
);

export const abortedRun = ({ runId: named }: { readonly runId?: string }) =>
  named === undefined ? null : runId(named);

/** The end of a run that reached one, and the number of files that it changed. */
const Result = Type.Object({
  ...runEvents.done.properties,
  changeset: Type.Union([Type.Object({ fileCount: Type.Integer({ minimum: 1 }) }), Type.Null()], {
    description: 'Changes that wait for review; null when there are none',
  }),
});

/** The run waits for its owner: answer, and ask for the result with the same Idempotency-Key. */
const Asked = Type.Object({ runId: Id, prompt: PromptInThread });

interface Asking {
  readonly params: { readonly id: string };
  readonly body: {
    readonly task: string;
    readonly profile?: string;
    readonly resume?: boolean;
    readonly insteadOf?: string;
    readonly attachments?: readonly { readonly path: string }[];
  };
  readonly headers: { readonly 'idempotency-key'?: string };
  readonly asker: Asker;
}

const started = (runs: RunService, { params, body, headers, asker }: Asking) =>
  runs.start(sessionId(params.id), {
    task: body.task,
    profile: body.profile ?? null,
    attachments: pathsIn(body),
    resume: body.resume ?? false,
    insteadOf: body.insteadOf === undefined ? null : runId(body.insteadOf),
    idempotencyKey: headers['idempotency-key'] ?? null,
    startedBy: byPerson(asker.person),
  });

export const runs = {
  'runs.start': events({
    route: 'POST /api/sessions/:id/run',
    who: 'starter',
    needs: 'run',
    summary:
      'Run a task and stream its events. The response names the run in Svc-Run-Id; losing the connection does not stop it. ' +
      'With Accept: application/json alone, the answer is one JSON body: 200 with the result when the run has ended, 202 ' +
      'with the question as soon as it asks its owner something, or a problem if the run failed.',
    refuses: [
      'session_not_found',
      'message_not_found',
      'run_in_progress',
      'idempotency_mismatch',
      'draining',
      'provider_incomplete',
      'profile_unknown',
      'attachment_not_found',
      'attachment_unusable',
      'provider_error',
      'provider_timeout',
      'empty_answer',
      'context_overflow',
      'interrupted',
      'run_failed',
    ],
    headers: TaskHeaders,
    body: RunBody,
    events: runEvents,
    namesRun: true,
    handle: async ({ runs }, input) => {
      const run = await started(runs, input);
      return {
        headers: { 'Svc-Run-Id': run },
        events: await runs.follow(input.asker.person, run, 0, input.signal),
      };
    },
    whole: {
      returns: { 200: Result, 202: Asked },
      handle: async ({ runs, runResults }, input) => {
        const run = await started(runs, input);
        const result = await runResults.of(input.asker.person, run, input.signal);
        if (result === null) return null;
        const headers = { 'Svc-Run-Id': run };
        if (result.kind === 'asked')
          return {
            status: 202,
            headers,
            body: { runId: run, prompt: { ...shownPrompt(result.prompt), runId: run } },
          };
        const { done, changedFiles } = result;
        const changeset = changedFiles === null ? null : { fileCount: changedFiles };
        return { status: 200, headers, body: { ...done, changeset } };
      },
    },
  }),
  'runs.events': events({
    route: 'GET /api/runs/:runId/events',
    who: 'starter',
    summary:
      'Replays the numbered events after Last-Event-ID or ?after=, and continues live while the run is live.',
    refuses: ['run_not_found'],
    ours: true,
    query: Type.Object({ after: eventId }),
    headers: Type.Object({ 'last-event-id': eventId }),
    events: runEvents,
    namesRun: true,
    handle: async ({ runs }, { params, query, headers, signal, asker }) => {
      const run = runId(params.runId);
      const after = headers['last-event-id'] ?? query.after ?? 0;
      return { headers: { 'Svc-Run-Id': run }, events: await runs.follow(asker.person, run, after, signal) };
    },
  }),
  'runs.compact': json({
    route: 'POST /api/sessions/:id/compact',
    who: 'starter',
    needs: 'run',
    summary: 'Replace earlier messages by a summary, for the model only; every message stays stored.',
    status: 200,
    refuses: [
      'session_not_found',
      'run_in_progress',
      'nothing_to_compact',
      'provider_error',
      'provider_timeout',
      'provider_incomplete',
      'profile_unknown',
      'budget',
      'draining',
    ],
    body: Type.Object(
      {
        focus: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: compactionLimits.focusChars,
            description: 'What the summary should keep in particular',
          }),
        ),
      },
      closed,
    ),
    returns: Type.Object({
      summary: Type.String(),
      tokensBefore: Type.Integer({ minimum: 0 }),
      tokensAfter: Type.Integer({ minimum: 0 }),
    }),
    handle: async ({ compactions }, { params, body, asker }) => {
      const made = await compactions.compact(asker.person, sessionId(params.id), body.focus ?? null);
      return { summary: made.summary, tokensBefore: made.tokensBefore, tokensAfter: made.tokensAfter };
    },
  }),
  'runs.abort': json({
    route: 'POST /api/sessions/:id/abort',
    who: 'starter',
    needs: 'run',
    summary: 'Stop the running task. Its stream ends with done and stopReason aborted.',
    status: 202,
    refuses: ['session_not_found', 'not_running'],
    body: AbortBody,
    returns: Type.Object({ requested: Type.Literal(true), runId: Id }),
    handle: async ({ runs }, { params, body, asker }) => ({
      requested: true as const,
      runId: await runs.abort(asker.person, sessionId(params.id), abortedRun(body)),
    }),
  }),
};
