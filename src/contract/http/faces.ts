import { Type } from 'typebox';
import { promptId, runId, threadId } from '../../core/kernel/ids.ts';
import type { refuse as refuseAttachments } from '../../core/workspace/attachments/errors.ts';
import type { refuse as refuseFaces } from '../../core/execution/faces/errors.ts';
import { faceLimits } from '../../core/execution/faces/limits.ts';
import type { Naming } from '../../core/execution/faces/model.ts';
import type { refuse as refuseModels } from '../../core/instance/models/errors.ts';
import type { refuse as refusePrompts } from '../../core/conversation/prompts/errors.ts';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import type { refuse as refuseSessions } from '../../core/conversation/sessions/errors.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { attachmentLimits } from '../../core/workspace/attachments/limits.ts';
import { workspaceLimits } from '../../core/workspace/files/limits.ts';
import { runEvents } from '../events.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Id, Name, Usage } from '../shapes.ts';

const { privateEvents, privateJson } = rowsRefusing<
  typeof refuseAttachments &
    typeof refuseFaces &
    typeof refuseModels &
    typeof refusePrompts &
    typeof refuseRuns &
    typeof refuseSessions &
    typeof refuseThreads
>();

const { messages, taskChars, chatChars, bodyBytes } = faceLimits;
const orNull = <Of extends Parameters<typeof Type.Union>[0][number]>(of: Of) => Type.Union([of, Type.Null()]);

const Named = Type.Union([
  Type.Object({ by: Type.Literal('thread'), threadId: Name }, closed),
  Type.Object({ by: Type.Literal('run'), runId: Name }, closed),
  Type.Object(
    { by: Type.Literal('chat'), chat: Type.String({ minLength: 1, maxLength: chatChars }) },
    closed,
  ),
  Type.Object({ by: Type.Literal('words') }, closed),
]);

const said = {
  before: Type.Array(Type.Object({ role: Type.Enum(['user', 'assistant']), text: Type.String() }, closed), {
    maxItems: messages,
  }),
  task: Type.String({ minLength: 1, maxLength: taskChars, pattern: '\\S' }),
  instructions: orNull(Type.String()),
  profile: orNull(Name),
};

const naming = (named: {
  readonly by: Naming['by'];
  readonly threadId?: string;
  readonly runId?: string;
  readonly chat?: string;
}): Naming => {
  switch (named.by) {
    case 'thread':
      return { by: 'thread', threadId: threadId(named.threadId ?? '') };
    case 'run':
      return { by: 'run', runId: runId(named.runId ?? '') };
    case 'chat':
      return { by: 'chat', chat: named.chat ?? '' };
    case 'words':
      return { by: 'words' };
  }
};

/** A request to a face, once it was let in. */
export interface FaceCalled {
  readonly method: string;
  /** Below that of the face, with its slash. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON. */
  readonly body: unknown;
  /** Where a browser finds the page of this engine. */
  readonly origin: string;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

/** JSON, or the frames of a stream. */
export interface FaceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly json: unknown } | { readonly frames: AsyncIterable<string> };
}

/** Where the OpenAI API is served. */
export const facePath = '/v1';

/** The rows that the face for it asks for. */
export const faceOperations = [
  'faces.profiles',
  'faces.begin',
  'faces.waits',
  'faces.aside',
  'faces.events',
  'attachments.upload',
] as const;

/** The engine's side of the faces: what an adapter that speaks another's API asks the engine. */
export const faces = {
  'faces.profiles': privateJson({
    route: 'GET /api/faces/profiles',
    who: 'person',
    needs: 'run',
    summary: 'The model profiles that a client of a face may name.',
    status: 200,
    refuses: ['face_off'],
    ours: true,
    returns: Type.Object({ profiles: Type.Array(Type.String()) }),
    handle: async ({ faces }) => ({ profiles: [...faces.profiles()] }),
  }),
  'faces.begin': privateJson({
    route: 'POST /api/faces/runs',
    who: 'starter',
    needs: 'run',
    summary: 'Start the run of a request, in the thread that it goes on with; or answer the question of one.',
    status: 201,
    refuses: [
      'face_off',
      'model_unknown',
      'request_too_long',
      'still_working',
      'thread_not_found',
      'run_not_found',
      'session_not_found',
      'instructions_too_long',
      'draining',
      'provider_incomplete',
      'profile_unknown',
      'attachment_not_found',
      'attachment_unusable',
      'prompt_not_found',
      'prompt_expired',
      'no_pending_prompt',
      'prompt_id_required',
      'invalid_answer',
    ],
    ours: true,
    bodyBytes,
    body: Type.Object(
      {
        ...said,
        naming: Named,
        attachments: Type.Array(Type.String({ minLength: 1, maxLength: workspaceLimits.pathChars }), {
          maxItems: attachmentLimits.perRun,
        }),
      },
      closed,
    ),
    returns: Type.Object({ threadId: Id, runId: Id, answered: orNull(Id), waits: orNull(Type.String()) }),
    handle: async ({ faces }, { body, asker }) =>
      await faces.begin({ ...body, naming: naming(body.naming), person: asker.person }),
  }),
  'faces.events': privateEvents({
    route: 'GET /api/faces/runs/:runId/events',
    who: 'starter',
    needs: 'run',
    summary: 'All events of a run, live while it is live: a token that may start one may have its answer.',
    refuses: ['face_off', 'run_not_found'],
    ours: true,
    events: runEvents,
    namesRun: true,
    handle: async ({ faces }, { params, signal, asker }) => {
      const run = runId(params.runId);
      return { headers: { 'Svc-Run-Id': run }, events: await faces.follow(asker.person, run, signal) };
    },
  }),
  'faces.waits': privateJson({
    route: 'GET /api/faces/threads/:id/waits',
    who: 'starter',
    needs: 'run',
    summary:
      'Whether the run in progress of a thread waits for an answer to this question, and where it is given.',
    status: 200,
    refuses: ['face_off', 'thread_not_found'],
    ours: true,
    query: Type.Object({ promptId: Name }),
    returns: Type.Object({ for: Type.Enum(['answer', 'page', 'nothing']) }),
    handle: async ({ faces }, { params, query, asker }) => ({
      for: await faces.waitsFor(asker.person, threadId(params.id), promptId(query.promptId)),
    }),
  }),
  'faces.aside': privateJson({
    route: 'POST /api/faces/asides',
    who: 'starter',
    needs: 'run',
    summary: 'Ask the model alone, without a thread, tools and memory: for the title that a client shows.',
    status: 200,
    refuses: [
      'face_off',
      'model_unknown',
      'request_too_long',
      'aside_ceiling',
      'aside_failed',
      'provider_incomplete',
      'profile_unknown',
    ],
    ours: true,
    bodyBytes,
    body: Type.Object(said, closed),
    returns: Type.Object({ text: Type.String(), isCut: Type.Boolean(), usage: Usage }),
    handle: async ({ faces }, { body, asker, signal }) =>
      await faces.aside({ ...body, person: asker.person }, signal),
  }),
};
