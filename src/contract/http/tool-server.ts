import { Type } from 'typebox';
import { promptId, runId, toolSessionId } from '../../core/kernel/ids.ts';
import { nameLimits } from '../../core/kernel/limits.ts';
import type { refuse as refuseAssistants } from '../../core/conversation/assistants/errors.ts';
import type { refuse as refuseSessions } from '../../core/conversation/sessions/errors.ts';
import type { refuse as refuseFiles } from '../../core/workspace/files/errors.ts';
import type { refuse as refuseModels } from '../../core/instance/models/errors.ts';
import type { refuse as refusePrompts } from '../../core/conversation/prompts/errors.ts';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import { promptLimits } from '../../core/conversation/prompts/limits.ts';
import type { refuse as refuseToolRuns } from '../../core/execution/tool-runs/errors.ts';
import { toolRunLimits } from '../../core/execution/tool-runs/limits.ts';
import { principals } from '../../core/execution/tool-runs/model.ts';
import { rowsRefusing, type StreamEvent } from '../row.ts';
import { AssistantNamed } from './sessions.ts';
import { asked, closed, Id, Name, SaysOfText, Time, time } from '../shapes.ts';

const { privateEvents, privateJson } = rowsRefusing<
  typeof refuseAssistants &
    typeof refuseFiles &
    typeof refuseModels &
    typeof refusePrompts &
    typeof refuseRuns &
    typeof refuseSessions &
    typeof refuseToolRuns
>();

const { taskChars, contextChars, bodyBytes } = toolRunLimits;

/** Whose runs and sessions are meant: the front process knows, from the connection. */
export const PrincipalField = Type.Enum([...principals]);
const OrNull = (description: string, maxLength: number = nameLimits.chars) =>
  Type.Union([Type.String({ maxLength }), Type.Null()], { description });
const PATH_CHARS = 4_096;
const StateDir = OrNull('The absolute path of the folder of mcp-runs.json', PATH_CHARS);

/** As the specification prints it. */
export const PolledRun = Type.Object({
  done: Type.Boolean(),
  text: Type.String({ description: 'The accumulated output' }),
  status: Type.String({ description: 'What it does now, or how it ended' }),
  statusHistory: Type.Optional(Type.Array(Type.String(), { description: 'When done: the tools it used' })),
  error: Type.Optional(Type.String({ description: 'Why it did not reach its end' })),
  waiting_for_input: Type.Optional(
    Type.Object({
      ...asked,
      options: Type.Array(Type.String(), { description: 'Answers to choose from; empty for free text' }),
    }),
  ),
  output_files: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), path: Type.String(), type: Type.Literal('file') })),
  ),
  truncated: Type.Optional(Type.Literal(true, { description: 'The beginning of the text was dropped' })),
  events: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Integer({ minimum: 1 }),
        type: Type.Enum([
          'thinking',
          'tool_call',
          'tool_result',
          'text_chunk',
          'turn_end',
          'error',
          'continuation',
        ]),
        timestamp: Type.Integer({ description: 'Milliseconds since the epoch' }),
        data: Type.Record(Type.String(), Type.Unknown()),
      }),
      { description: 'Those after the cursor; only when a cursor was sent' },
    ),
  ),
  nextCursor: Type.Optional(Type.Integer({ minimum: 0, description: 'Send it with the next poll' })),
  eventsDropped: Type.Optional(Type.Literal(true, { description: 'Events after the cursor were dropped' })),
  oldestId: Type.Optional(Type.Integer({ description: 'With eventsDropped: the oldest kept event' })),
});

/** The engine's side of the tool server: what the process that speaks its protocol asks the engine. */
export const toolServer = {
  'toolServer.start': privateJson({
    route: 'POST /api/tool-server/runs',
    who: 'starter',
    needs: 'run',
    summary: 'Start a run for a host of the tool server.',
    status: 201,
    refuses: [
      'tool_session_not_found',
      'tool_run_in_progress',
      'active_sessions_limit',
      'tracked_runs_limit',
      'attachment_limit',
      'attachments_limit',
      'attachments_number_limit',
      'attachment_invalid',
      'files_folder_unusable',
      'draining',
      'provider_incomplete',
      'profile_unknown',
      'assistant_not_found',
      'conversation_begun',
    ],
    ours: true,
    bodyBytes,
    body: Type.Object(
      {
        principal: PrincipalField,
        client: OrNull('The name that the host gave itself'),
        task: Type.String({ minLength: 1, maxLength: taskChars, pattern: '\\S' }),
        sessionId: Type.Optional(Name),
        userContext: Type.Optional(Type.String({ maxLength: contextChars })),
        assistant: Type.Optional(AssistantNamed),
        files: Type.Optional(
          Type.Array(
            Type.Object(
              {
                name: Type.String(),
                mimetype: Type.String(),
                data: Type.String({ description: 'base64' }),
                size: Type.Optional(Type.Integer({ minimum: 0 })),
              },
              closed,
            ),
          ),
        ),
        waits: Type.Enum(['poll', 'call']),
        canAsk: Type.Boolean({ description: 'Whether a question of the run can be answered' }),
        stateDir: StateDir,
      },
      closed,
    ),
    returns: Type.Object({ runId: Id, sessionId: Id }),
    handle: async ({ toolRuns }, { body, asker }) => {
      const { sessionId, userContext, files = [], ...given } = body;
      const started = await toolRuns.start({
        ...given,
        person: asker.person,
        toolSessionId: sessionId === undefined ? null : toolSessionId(sessionId),
        userContext: userContext ?? null,
        files,
      });
      return { runId: started.runId, sessionId: started.toolSessionId };
    },
  }),
  'toolServer.poll': privateJson({
    route: 'POST /api/tool-server/runs/:runId/poll',
    who: 'starter',
    needs: 'read',
    summary: 'The state of a run, with the events after the cursor if there is one.',
    status: 200,
    refuses: ['tool_run_not_found', 'tool_session_not_found'],
    ours: true,
    body: Type.Object(
      {
        principal: PrincipalField,
        sessionId: Type.Optional(Name),
        cursor: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      },
      closed,
    ),
    returns: Type.Object({
      ...PolledRun.properties,
      answer: Type.Optional(
        Type.String({ description: 'The final text alone, of a run that reached one; for svc_run' }),
      ),
      promptId: Type.Optional(Id),
    }),
    handle: async ({ toolRunPolls }, { params, body: { principal, sessionId, cursor }, asker }) =>
      await toolRunPolls.poll(runId(params.runId), {
        person: asker.person,
        principal,
        toolSessionId: sessionId === undefined ? null : toolSessionId(sessionId),
        cursor: cursor ?? null,
      }),
  }),
  'toolServer.reply': privateJson({
    route: 'POST /api/tool-server/runs/:runId/reply',
    who: 'starter',
    needs: 'run',
    summary:
      'Answer the question with this promptId; without one, that which the last poll of this run showed. May be repeated.',
    status: 200,
    refuses: [
      'tool_run_not_found',
      'tool_session_not_found',
      'not_waiting',
      'poll_again',
      'not_an_option',
      'invalid_answer',
    ],
    ours: true,
    body: Type.Object(
      {
        principal: PrincipalField,
        sessionId: Type.Optional(Name),
        promptId: Type.Optional(Name),
        answer: Type.String({ minLength: 1, maxLength: promptLimits.answerChars, pattern: '\\S' }),
      },
      closed,
    ),
    returns: Type.Object({ ok: Type.Literal(true) }),
    handle: async (
      { toolRunReplies },
      { params, body: { principal, sessionId, promptId: meant, answer }, asker },
    ) => {
      await toolRunReplies.reply(runId(params.runId), {
        person: asker.person,
        principal,
        toolSessionId: sessionId === undefined ? null : toolSessionId(sessionId),
        promptId: meant === undefined ? null : promptId(meant),
        answer,
      });
      return { ok: true as const };
    },
  }),
  'toolServer.abort': privateJson({
    route: 'POST /api/tool-server/sessions/:sessionId/abort',
    who: 'starter',
    needs: 'run',
    summary: 'Stop the run of a session, and wait until it has ended.',
    status: 200,
    refuses: ['tool_session_not_found', 'run_did_not_stop'],
    ours: true,
    body: Type.Object({ principal: PrincipalField }, closed),
    returns: Type.Object({
      aborted: Type.Boolean({ description: 'False: no run of the session was in progress' }),
    }),
    handle: async ({ toolRuns }, { params, body: { principal }, asker: { person } }) => ({
      aborted: await toolRuns.abort(toolSessionId(params.sessionId), { person, principal }),
    }),
  }),
  'toolServer.reset': privateJson({
    route: 'POST /api/tool-server/sessions/:sessionId/reset',
    who: 'starter',
    needs: 'run',
    summary: 'Stop the run of a session, and give the session a new, empty thread.',
    status: 200,
    refuses: ['tool_session_not_found', 'run_did_not_stop', 'draining'],
    ours: true,
    body: Type.Object({ principal: PrincipalField }, closed),
    returns: Type.Object({ reset: Type.Literal(true), abortedRuns: Type.Integer({ minimum: 0 }) }),
    handle: async ({ toolRuns }, { params, body: { principal }, asker: { person } }) => ({
      reset: true as const,
      abortedRuns: await toolRuns.reset(toolSessionId(params.sessionId), { person, principal }),
    }),
  }),
  'toolServer.file': privateJson({
    route: 'POST /api/tool-server/file',
    who: 'starter',
    needs: 'read',
    summary:
      "A file of the workspace, or one that came with a run of this principal: never one of the engine's own, nor one whose name says that it holds secrets.",
    status: 200,
    refuses: [
      'invalid_path',
      'outside_workspace',
      'file_not_found',
      'not_a_file',
      'not_permitted',
      'secret_file',
      'output_file_limit',
    ],
    ours: true,
    body: Type.Object(
      {
        principal: PrincipalField,
        path: Type.String({
          minLength: 1,
          maxLength: PATH_CHARS,
          description: 'Relative to the workspace, or absolute',
        }),
      },
      closed,
    ),
    returns: Type.Object({
      name: Type.String(),
      data: Type.String({ description: 'base64' }),
      size: Type.Integer({ minimum: 0, description: 'In bytes, decoded' }),
    }),
    handle: async ({ toolRunFiles }, { body: { path, principal }, asker: { person } }) =>
      await toolRunFiles.read(path, { person, principal }),
  }),
  'toolServer.index': privateJson({
    route: 'POST /api/tool-server/index',
    who: 'starter',
    needs: 'read',
    summary: 'What belongs into mcp-runs.json of a folder. The engine remembers the folder.',
    status: 200,
    refuses: [],
    ours: true,
    body: Type.Object({ principal: PrincipalField, stateDir: StateDir }, closed),
    returns: Type.Object({
      runs: Type.Array(
        Type.Object({
          runId: Id,
          sessionId: Id,
          done: Type.Boolean(),
          error: Type.Union([Type.String(), Type.Null()]),
          updatedAt: Time,
        }),
      ),
    }),
    handle: async ({ toolRuns }, { body: { principal, stateDir }, asker: { person } }) => ({
      runs: (await toolRuns.index({ person, principal }, stateDir)).map(
        ({ toolSessionId, updatedAt, ...run }) => ({
          ...run,
          sessionId: toolSessionId,
          updatedAt: time(updatedAt),
        }),
      ),
    }),
  }),
  'toolServer.admit': privateJson({
    route: 'POST /api/tool-server/admission',
    who: 'starter',
    needs: 'run',
    summary:
      'Whether the tool server requires a secret, and whether this is it or the token of a person. Looked up at each call.',
    status: 200,
    refuses: [],
    ours: true,
    body: Type.Object(
      { bearer: Type.Union([Type.String(), Type.Null()], { description: 'Null: none was sent' }) },
      closed,
    ),
    returns: Type.Object({
      required: Type.Boolean(),
      admitted: Type.Boolean({ description: 'Also where none is required' }),
      secretAgeDays: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
        description: 'Of a secret in the vault, since it was stored',
      }),
      source: Type.Union([Type.Literal('environment'), Type.Literal('vault'), Type.Null()]),
      isShort: Type.Boolean({ description: 'Whether the secret could be found by trying' }),
      closed: Type.Boolean({ description: 'People sign in here, and there is no secret' }),
    }),
    handle: async ({ toolServerSecret }, { body }) => await toolServerSecret.admit(body.bearer),
  }),
  'toolServer.accessChanges': privateEvents({
    route: 'GET /api/tool-server/access-changes',
    who: 'owner',
    needs: 'read',
    summary:
      'Tells at once, and whenever somebody may do less than before: whoever keeps a connection open for others asks again then whether they may still come in.',
    refuses: [],
    ours: true,
    events: {
      changed: Type.Object({}),
      error: Type.Object({
        code: Type.String(),
        error: Type.String(),
        says: SaysOfText,
        retryable: Type.Boolean(),
      }),
    },
    handle: async ({ accessChanged }, { signal }) => ({
      headers: {},
      events: changes(accessChanged.follow(signal)),
    }),
  }),
};

async function* changes(told: AsyncIterable<void>): AsyncGenerator<readonly StreamEvent[]> {
  for await (const _ of told) yield [{ id: null, type: 'changed', data: {} }];
}
