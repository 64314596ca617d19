import type { ClientEvent, ClientStream } from '../../../src/contract/client.ts';
import type { runEvents } from '../../../src/contract/events.ts';
import { ScriptedModel, text, toolCalls, type ScriptedCall } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';

export type Event = ClientEvent<typeof runEvents>;
export type Stream = ClientStream<typeof runEvents>;

export async function allOf(stream: Stream | Promise<Stream>): Promise<readonly Event[]> {
  const events: Event[] = [];
  for await (const event of (await stream).events) events.push(event);
  return events;
}

/** The same, and every question is answered with these words. */
export async function allAnswered(
  { client }: TestEngine,
  stream: Stream,
  given: string | ((options: readonly string[]) => string),
  seen: (event: Event) => void = () => undefined,
): Promise<readonly Event[]> {
  const events: Event[] = [];
  for await (const event of stream.events) {
    events.push(event);
    seen(event);
    if (event.type !== 'prompt') continue;
    const { promptId, sessionId, options } = event.data;
    const answer = typeof given === 'string' ? given : given(options);
    await client['prompts.reply']({ params: { id: sessionId }, body: { answer, promptId } });
  }
  return events;
}

/** The events up to the first of this type; then closes the stream. */
export async function upTo(type: Event['type'], stream: Stream): Promise<readonly Event[]> {
  const events: Event[] = [];
  for await (const event of stream.events) {
    events.push(event);
    if (event.type === type) break;
  }
  return events;
}

export const typesOf = (events: readonly Event[]): readonly string[] => events.map(({ type }) => type);
/** Where it ends: once, unless something is wrong. */
export const endsIn = (events: readonly Event[]): readonly string[] =>
  typesOf(events).filter((type) => type === 'done' || type === 'error');
/**
 * The same, with consecutive texts joined: text that may begin a key is held back, so it may arrive in two
 * parts.
 */
export const stepsOf = (events: readonly Event[]): readonly string[] =>
  typesOf(events).filter((type, at, all) => type !== 'text' || all[at - 1] !== 'text');
export const idsOf = (events: readonly Event[]): readonly (number | null)[] => events.map(({ id }) => id);

/** 1, 2, 3, …, one for each event. */
export const countedOut = (events: readonly unknown[]): readonly number[] =>
  events.map((_, index) => index + 1);

export const textIn = (events: readonly Event[]): string =>
  events.map((event) => (event.type === 'text' ? event.data.text : '')).join('');

export const newSession = async ({
  client,
}: TestEngine): Promise<{ readonly id: string; readonly threadId: string }> => {
  const { sessionId, threadId } = await client['sessions.create']({ body: {} });
  return { id: sessionId, threadId };
};

export const startRun = ({ client }: TestEngine, id: string, task: string, key?: string): Promise<Stream> =>
  client['runs.start']({
    params: { id },
    body: { task },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

export const replay = ({ client }: TestEngine, runId: string | null, after?: number): Promise<Stream> =>
  client['runs.events']({
    params: { runId: runId ?? '' },
    ...(after === undefined ? {} : { query: { after } }),
  });

/** What became of the calls, in their order. */
export const resultsIn = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'tool_result' ? [event.data] : []));

/** What its owner was asked. */
export const questionsIn = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'prompt' ? [event.data] : []));

/** One run of a model that makes these calls, one in each turn, in an engine of its own. Its owner allows each of them. */
export async function madeCalls(calls: readonly ScriptedCall[], options: TestEngineOptions = {}) {
  const model = new ScriptedModel([...calls.map((call) => [toolCalls(call)]), [text('Done.')]]);
  const engine = await startTestEngine({ ...options, model });
  const session = await newSession(engine);
  const events = await allAnswered(engine, await startRun(engine, session.id, 'look around'), 'consent.once');
  // Torture reads this file, too, and has no `expect`.
  const faults = engine.log.events('error');
  if (events.at(-1)?.type !== 'done' || faults.length > 0)
    throw new Error(`The run ended with ${events.at(-1)?.type}, and the log has: ${faults.join(', ')}`);
  return { engine, model, session, events, results: resultsIn(events) };
}
