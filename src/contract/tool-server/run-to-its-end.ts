import type { ClientEvent } from '../client.ts';
import { ProblemError } from '../client.ts';
import type { runEvents } from '../events.ts';
import { placeIn, type CalledRun } from './called-run.ts';
import { HostQuestions } from './host-questions.ts';
import type { EngineClient, ToolServerIo, ToolServerResult } from './row.ts';

type RunEvent = ClientEvent<typeof runEvents>;

interface Asked {
  readonly task: string;
  readonly session_id?: string;
  readonly user_context?: string;
}

interface Ended {
  readonly text: string;
  readonly run_id: string;
  readonly session_id: string;
}

/** How often the events are asked for again after the engine was lost in the middle. */
const REATTACHED = 3;

/** Starts a run, or goes on with the one whose question the host has answered, and follows it to its end. */
export async function runToItsEnd(
  engine: EngineClient,
  asked: Asked,
  io: ToolServerIo,
): Promise<ToolServerResult<Ended>> {
  const resumed = placeIn(io.elicitation?.resumed?.place ?? '');
  // Nothing to stop has begun.
  if (!resumed) io.signal.throwIfAborted();
  const run = resumed ?? { ...(await started(engine, asked, io)), after: 0 };
  const { principal, signal } = io;
  const { sessionId } = run;
  const abort = () =>
    void engine['toolServer.abort']({ params: { sessionId }, body: { principal } }).catch(() => undefined);
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (signal.aborted) {
      // A cancelled call answers nothing and waits for no end.
      abort();
      signal.throwIfAborted();
    }
    if (resumed)
      await new HostQuestions(engine, run, io).resume(
        resumed.promptId,
        io.elicitation?.resumed?.answer ?? null,
      );
    return endOf(run, await followed(engine, run, io));
  } finally {
    signal.removeEventListener('abort', abort);
    io.runsChanged();
  }
}

async function started(engine: EngineClient, asked: Asked, io: ToolServerIo): Promise<CalledRun> {
  const { principal, client, stateDir, elicitation } = io;
  const { task, session_id: sessionId, user_context: userContext } = asked;
  const body = {
    principal,
    client,
    stateDir,
    task,
    waits: 'call' as const,
    canAsk: elicitation !== null,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(userContext === undefined ? {} : { userContext }),
  };
  const run = await engine['toolServer.start']({ body });
  io.runsChanged();
  return run;
}

type End = Extract<RunEvent, { type: 'done' | 'error' }>;

/** The last event of the run; after a lost connection its events are read on, if an engine can be reached. */
async function followed(
  engine: EngineClient,
  run: CalledRun & { readonly after: number },
  io: ToolServerIo,
): Promise<End> {
  let { after } = run;
  for (let attempt = 1; ; attempt += 1) {
    const questions = new HostQuestions(engine, run, io);
    const reading = new AbortController();
    try {
      const { events } = await engine['runs.events']({
        params: { runId: run.runId },
        query: { after },
        signal: reading.signal,
      });
      const iterator = events[Symbol.asyncIterator]();
      for (;;) {
        const next = await questions.whileOpen(iterator.next());
        if (next.done) break;
        const event = next.value;
        if (event.type === 'done' || event.type === 'error') return event;
        after = event.id ?? after;
        questions.goesOn(event, after);
        tell(event, io);
      }
    } catch (error) {
      const isLost = error instanceof TypeError && error.cause !== undefined;
      if (error instanceof ProblemError || !isLost || attempt > REATTACHED) throw error;
    } finally {
      questions.close();
      reading.abort();
    }
    if (attempt > REATTACHED) throw new Error('the events of a run ended without its end');
  }
}

function tell(event: RunEvent, { progress }: ToolServerIo): void {
  const words = event.type === 'tool_call' ? `Uses ${event.data.name}` : TOLD[event.type];
  if (words !== undefined) progress(words);
}

/** What a host is told of events, apart from tool calls. */
const TOLD: Partial<Record<RunEvent['type'], string>> = {
  thinking: 'Thinking',
  retry: 'The model cannot be reached or is busy; it is tried again',
  prompt: 'Waits for an answer',
  secret_prompt: 'Waits for a secret',
};

function endOf({ runId, sessionId }: CalledRun, end: End): ToolServerResult<Ended> {
  const ids = { run_id: runId, session_id: sessionId };
  if (end.type === 'done') {
    const { text } = end.data;
    return { structured: { text, ...ids }, text, note: `session_id: ${sessionId}` };
  }
  const { code, error } = end.data;
  return { structured: { code, error, ...ids }, isError: true };
}
