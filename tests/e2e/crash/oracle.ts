import { expect } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryPrefix } from '../../../src/core/files/path.ts';
import type { ModelMessage, ModelRequest } from '../../../src/core/ports/model.ts';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { faultsInHistory } from '../../harness/sound-database.ts';
import { TASK } from './scenario.ts';
import { ANSWER, framesOf, idOf, reply, type Acknowledged } from './client.ts';

/**
 * Asserts what must hold after the next start, whatever happened before: everything acknowledged is there,
 * nothing hangs, and the conversation continues. Leaves no engine on the directory.
 */
export async function expectNothingLost(dataDir: string, acknowledged: Acknowledged): Promise<void> {
  const model = new ScriptedModel([[text('the next answer')]]);
  const engine = await startTestEngine({ dataDir, model });
  try {
    await expectAcknowledgedFrames(engine, acknowledged);
    await expectConversation(engine, acknowledged);
    await expectPrompt(engine, acknowledged);
    await expectThreadGoesOn(engine, model, acknowledged);
    expect(engine.log.events('error')).toEqual([]);
  } finally {
    await engine.stop();
  }
  const left = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  expect(
    left.filter((name) => name.includes(temporaryPrefix) || /-(?:wal|shm|journal)$/u.test(name)),
  ).toEqual([]);
  expectSoundDatabase(join(dataDir, 'history.db'));
}

async function expectAcknowledgedFrames(
  { baseUrl }: TestEngine,
  { runId, frames }: Acknowledged,
): Promise<void> {
  if (runId === null) return;
  const replay: string[] = [];
  for await (const frame of framesOf(await fetch(`${baseUrl}/api/runs/${runId}/events`))) replay.push(frame);
  expect(replay.map(idOf)).toEqual(replay.map((_, index) => index + 1));
  const byId = new Map(replay.map((frame) => [idOf(frame), frame]));
  for (const [id, frame] of frames) expect(byId.get(id)).toBe(frame);
  expect(replay.filter((frame) => /^event: (?:done|error)$/mu.test(frame))).toEqual([replay.at(-1)]);
}

/** The thread begins with the task and contains every streamed text, and no tool ran unannounced. */
async function expectConversation(
  { client, dataDir }: TestEngine,
  { threadId, runId, frames }: Acknowledged,
): Promise<void> {
  if (threadId === null || runId === null) return;
  const { messages } = await client['threads.messages']({ params: { id: threadId } });
  expect(messages[0]?.content).toEqual([{ type: 'text', text: TASK }]);
  const said = messages
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ content }) => content.map((block) => ('text' in block ? block.text : '')));
  const streamed = [...frames.values()].filter((frame) => frame.includes('event: text')).map(textIn);
  expect(said.join('')).toContain(streamed.join(''));
  const wasAsked = messages.some(({ content }) => content.some(({ type }) => type === 'tool_call'));
  if (!wasAsked) expect(existsSync(join(dataDir, 'workspace'))).toBe(false);
}

const textIn = (frame: string): string =>
  (JSON.parse(/^data: (.*)$/mu.exec(frame)?.[1] ?? '{}') as { text?: string }).text ?? '';

/** No prompt is pending; an accepted answer stays accepted and is in the thread. */
async function expectPrompt({ baseUrl, client }: TestEngine, acknowledged: Acknowledged): Promise<void> {
  const { sessionId, threadId, promptId, answer } = acknowledged;
  if (sessionId === null || threadId === null) return;
  expect(await client['prompts.pending']({ params: { id: sessionId } })).toEqual({ pending: false });
  if (promptId === null) return;
  const { messages } = await client['threads.messages']({ params: { id: threadId } });
  const results = messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_result' && block.success ? [block.output] : [])),
  );
  const again = await reply(baseUrl, acknowledged);
  // An answer that was written, but not acknowledged before the kill, counts as well.
  const isAnswered = again.status === 200;
  if (answer !== null) expect(isAnswered).toBe(true);
  if (isAnswered) expect(await again.json()).toEqual({ accepted: true, duplicate: true });
  else expect(again.status).toBe(410);
  expect(results).toEqual(isAnswered ? [ANSWER] : []);
}

async function expectThreadGoesOn(
  { client }: TestEngine,
  model: ScriptedModel,
  { sessionId, threadId }: Acknowledged,
): Promise<void> {
  const { threads } = await client['threads.list']();
  for (const { threadId: id, messageCount } of threads) {
    const { messages } = await client['threads.messages']({ params: { id } });
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
    expect(messageCount).toBe(messages.length);
  }
  if (threadId === null || sessionId === null) return;
  expect(threads.map((thread) => thread.threadId)).toContain(threadId);
  const stream = await client['runs.start']({ params: { id: sessionId }, body: { task: 'go on' } });
  const types: string[] = [];
  for await (const { type } of stream.events) types.push(type);
  expect(types).toEqual(['text', 'turn_end', 'done']);
  expectWellFormed(model.requests[0]);
  expect(model.requests[0]?.messages.at(-1)?.content.at(-1)).toEqual({ type: 'text', text: 'go on' });
}

/**
 * Roles alternate from `user`, nothing is empty, every call has its result in the next message, and no
 * result stands alone.
 */
export function expectWellFormed(request: ModelRequest | undefined): void {
  const messages = request?.messages ?? [];
  expect(messages.map(({ role }) => role)).toEqual(
    messages.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
  );
  expect(messages.length % 2).toBe(1);
  messages.forEach((message, index) => {
    expect(message.content.length).toBeGreaterThan(0);
    expect(calls(messages[index - 1])).toEqual(results(message));
  });
  expect(calls(messages.at(-1))).toEqual([]);
}

const calls = (message: ModelMessage | undefined): readonly string[] =>
  (message?.content ?? []).flatMap((block) => (block.type === 'tool_call' ? [block.toolCallId] : []));

const results = (message: ModelMessage | undefined): readonly string[] =>
  (message?.content ?? []).flatMap((block) => (block.type === 'tool_result' ? [block.toolCallId] : []));

/** With the engine stopped: SQLite finds no damage, and every run, call and stream has its end. */
export function expectSoundDatabase(file: string): void {
  expect(faultsInHistory(file)).toEqual([]);
}
