import { Type } from 'typebox';
import { closed } from '../shapes.ts';
import { PolledRun } from '../http/tool-server.ts';
import { promptLimits } from '../../core/conversation/prompts/limits.ts';
import { toolRunLimits } from '../../core/execution/tool-runs/limits.ts';
import { MIB } from '../../core/kernel/bytes.ts';
import { runToItsEnd } from './run-to-its-end.ts';
import { AssistantNamed } from '../http/sessions.ts';
import { RunIdField, SessionToCheck, SessionToContinue, Task, UserContext } from './inputs.ts';
import { toolServerRow, type ResourceLink } from './row.ts';

const { fileBytes, allFileBytes, files } = toolRunLimits;

const acts = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const stops = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };

export const svcRun = toolServerRow({
  name: 'svc_run',
  who: 'starter',
  needs: 'run',
  title: 'Run a task',
  summary:
    'Give svc a task and wait for its final text. Use it for questions and for work of up to a few minutes. Use svc_run_start ' +
    'for longer work, for tasks with files, and, where this host cannot show questions, for tasks that write files, remember ' +
    'something, or may need an answer or a consent: svc_run refuses those there.',
  input: Type.Object({ task: Task, session_id: SessionToContinue, user_context: UserContext }, closed),
  output: Type.Object({
    text: Type.String({ description: 'The final text' }),
    run_id: Type.String(),
    session_id: Type.String({ description: 'Send it with the next task to go on with this conversation' }),
  }),
  annotations: acts,
  handle: runToItsEnd,
});

const Attached = Type.Object(
  {
    name: Type.String({ maxLength: 1_000 }),
    mimetype: Type.String({ maxLength: 200 }),
    data: Type.String({ description: 'The content in base64' }),
    size: Type.Optional(Type.Integer({ minimum: 0, description: 'In bytes, before base64' })),
  },
  closed,
);

export const svcRunStart = toolServerRow({
  name: 'svc_run_start',
  who: 'starter',
  needs: 'run',
  title: 'Start a task',
  summary:
    'Start a task in the background and return its run_id at once. Follow it with svc_poll. One session has one run at a ' +
    'time.',
  input: Type.Object(
    {
      task: Task,
      session_id: SessionToContinue,
      user_context: UserContext,
      assistant: Type.Optional(AssistantNamed),
      files: Type.Optional(
        Type.Array(Attached, {
          maxItems: files,
          description: `Files for the task: ${fileBytes / MIB} MB each, ${allFileBytes / MIB} MB together`,
        }),
      ),
    },
    closed,
  ),
  output: Type.Object({ run_id: Type.String(), session_id: Type.String() }),
  annotations: acts,
  handle: async (
    engine,
    { task, session_id: sessionId, user_context: userContext, assistant, files: sent },
    io,
  ) => {
    const { principal, client, stateDir } = io;
    const body = {
      principal,
      client,
      stateDir,
      task,
      waits: 'poll' as const,
      canAsk: true,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(userContext === undefined ? {} : { userContext }),
      ...(assistant === undefined ? {} : { assistant }),
      ...(sent === undefined ? {} : { files: sent }),
    };
    const started = await engine['toolServer.start']({ body });
    io.runsChanged();
    return { structured: { run_id: started.runId, session_id: started.sessionId } };
  },
});

export const svcPoll = toolServerRow({
  name: 'svc_poll',
  who: 'starter',
  needs: 'read',
  title: 'Look at a run',
  summary:
    'What a run has done: its text so far, what it is doing, a question that it waits on ' +
    '(waiting_for_input: answer it with svc_reply), and at the end done, the whole text and the files it produced. With ' +
    'cursor it also returns the events after it; start with 0 and send the nextCursor of each answer with the next call.',
  input: Type.Object(
    {
      run_id: RunIdField,
      session_id: SessionToCheck,
      cursor: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The nextCursor of the last answer; 0 for all events',
        }),
      ),
    },
    closed,
  ),
  output: PolledRun,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  handle: async (engine, { run_id: runId, session_id: sessionId, cursor }, io) => {
    const body = {
      principal: io.principal,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(cursor === undefined ? {} : { cursor }),
    };
    const {
      answer: _answer,
      promptId: _promptId,
      ...polled
    } = await engine['toolServer.poll']({ params: { runId }, body });
    if (polled.done) io.runsChanged();
    return { structured: polled, links: (polled.output_files ?? []).map(linkTo) };
  },
});

/** A file of the engine's machine. A host elsewhere fetches it with svc_read_file. */
const linkTo = ({ name, path }: { readonly name: string; readonly path: string }): ResourceLink => ({
  uri: `file://${path.split('/').map(encodeURIComponent).join('/')}`,
  name,
});

export const svcReply = toolServerRow({
  name: 'svc_reply',
  who: 'starter',
  needs: 'run',
  title: 'Answer a run',
  summary:
    'Answer the question that the last svc_poll of this run showed in waiting_for_input. Of a question with options, ' +
    'answer with one of them where one fits. Ask the user before you answer for them. Never put a password or key into the answer: the question ' +
    'says where the user stores it, and the answer is then "saved" or "declined".',
  input: Type.Object(
    {
      run_id: RunIdField,
      session_id: SessionToCheck,
      answer: Type.String({ minLength: 1, maxLength: promptLimits.answerChars, pattern: '\\S' }),
    },
    closed,
  ),
  output: Type.Object({ ok: Type.Literal(true) }),
  // After another poll the same words would answer another question.
  annotations: acts,
  handle: async (engine, { run_id: runId, session_id: sessionId, answer }, { principal }) => {
    const body = { principal, answer, ...(sessionId === undefined ? {} : { sessionId }) };
    return { structured: await engine['toolServer.reply']({ params: { runId }, body }) };
  },
});

const SessionToStop = Type.Object(
  { session_id: Type.String({ minLength: 1, maxLength: 200, description: 'From svc_run_start or svc_run' }) },
  closed,
);

export const svcAbort = toolServerRow({
  name: 'svc_abort',
  who: 'starter',
  needs: 'run',
  title: 'Stop a session',
  summary: 'Stop the run of a session. What it has written so far can still be polled.',
  input: SessionToStop,
  output: Type.Object({
    aborted: Type.Boolean({ description: 'False: no run of the session was in progress' }),
  }),
  annotations: stops,
  handle: async (engine, { session_id: sessionId }, { principal, runsChanged }) => {
    const structured = await engine['toolServer.abort']({ params: { sessionId }, body: { principal } });
    runsChanged();
    return { structured };
  },
});

export const svcReset = toolServerRow({
  name: 'svc_reset',
  who: 'starter',
  needs: 'run',
  title: 'Reset a session',
  summary:
    'Stop the run of a session, if there is one, and let the session begin anew, without its conversation.',
  input: SessionToStop,
  output: Type.Object({ reset: Type.Literal(true), aborted_runs: Type.Integer({ minimum: 0 }) }),
  annotations: stops,
  handle: async (engine, { session_id: sessionId }, { principal, runsChanged }) => {
    const { abortedRuns } = await engine['toolServer.reset']({ params: { sessionId }, body: { principal } });
    runsChanged();
    return { structured: { reset: true as const, aborted_runs: abortedRuns } };
  },
});
