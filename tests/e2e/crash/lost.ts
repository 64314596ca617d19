// What a client was told and an engine does not have after its next start; nothing if all of it is there.
import type { TestEngine } from '../../harness/in-process-engine.ts';
import { allOf } from '../http/runs.ts';
import { ANSWER, framesOf, idOf, reply, type Acknowledged } from './client.ts';
import { TASK } from './scenario.ts';

type Engine = Pick<TestEngine, 'client' | 'baseUrl'>;

/** Check this first: a later request for a run could itself end it. */
export async function unfinished({ client }: Engine): Promise<readonly string[]> {
  const { runs } = await client['history.runs']({ query: { limit: 200 } });
  return runs
    .filter(({ status }) => status === 'running')
    .map(({ runId }) => `run ${runId} has no end after the start`);
}

export async function lostFrames(
  { baseUrl }: Engine,
  { runId, frames }: Acknowledged,
): Promise<readonly string[]> {
  if (runId === null) return [];
  const response = await fetch(`${baseUrl}/api/runs/${runId}/events`);
  if (!response.ok) return [`run ${runId} was acknowledged, and its events answer with ${response.status}`];
  const replay: string[] = [];
  for await (const frame of framesOf(response)) replay.push(frame);
  const byId = new Map(replay.map((frame) => [idOf(frame), frame]));
  const ends = replay.filter((frame) => /^event: (?:done|error)$/mu.test(frame));
  return [
    ...(replay.every((frame, index) => idOf(frame) === index + 1) ? [] : ['the replay has gaps']),
    ...[...frames].filter(([id, frame]) => byId.get(id) !== frame).map(([id]) => `frame ${id} is lost`),
    ...(ends.length === 1 && ends[0] === replay.at(-1) ? [] : [`the replay ends ${ends.length} times`]),
  ];
}

/** The thread begins with the task and contains every streamed text. */
export async function lostConversation(
  { client }: Engine,
  { threadId, runId, frames }: Acknowledged,
): Promise<readonly string[]> {
  if (threadId === null || runId === null) return [];
  const { messages } = await client['threads.messages']({ params: { id: threadId } });
  const [task] = messages[0]?.content ?? [];
  const said = messages
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ content }) => content.map((block) => ('text' in block ? block.text : '')))
    .join('');
  const streamed = [...frames.values()].filter((frame) => frame.includes('event: text')).map(textIn);
  return [
    ...(task?.type === 'text' && task.text === TASK ? [] : ['the task is not in the thread']),
    ...streamed.filter((text) => !said.includes(text)).map((text) => `"${text}" is not in the thread`),
  ];
}

const textIn = (frame: string): string =>
  (JSON.parse(/^data: (.*)$/mu.exec(frame)?.[1] ?? '{}') as { text?: string }).text ?? '';

/** No prompt is pending; an accepted answer is in the thread, and any other is refused as gone. */
export async function lostPrompt(engine: Engine, acknowledged: Acknowledged): Promise<readonly string[]> {
  const { sessionId, threadId, promptId, answer } = acknowledged;
  if (sessionId === null || threadId === null) return [];
  const { pending } = await engine.client['prompts.pending']({ params: { id: sessionId } });
  if (pending) return ['a prompt is pending after the start'];
  if (promptId === null) return [];
  const again = await reply(engine.baseUrl, acknowledged);
  if (again.status !== 200 && again.status !== 410) return [`a reply to the old prompt is ${again.status}`];
  // An answer that was written, but not acknowledged before the kill, counts as well.
  const isAnswered = again.status === 200;
  const { messages } = await engine.client['threads.messages']({ params: { id: threadId } });
  const isTold = messages.some(({ content }) =>
    content.some((block) => block.type === 'tool_result' && block.success && block.output === ANSWER),
  );
  return [
    ...(answer !== null && !isAnswered ? ['an accepted answer is lost'] : []),
    ...(isTold === isAnswered ? [] : [`the answer counts: ${isAnswered}; it is in the thread: ${isTold}`]),
  ];
}

/** The thread accepts the next task. */
export async function stuckThread(
  { client }: Engine,
  { sessionId, threadId }: Acknowledged,
  task: string,
): Promise<readonly string[]> {
  if (threadId === null || sessionId === null) return [];
  const stream = await client['runs.start']({ params: { id: sessionId }, body: { task } });
  const last = (await allOf(stream)).at(-1)?.type;
  return last === 'done' ? [] : [`the next run ends with ${last}`];
}
