import { expect } from '@jest/globals';
import { ScriptedModel, fail, text, thinking, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, countedOut, idsOf, newSession, startRun, textIn, typesOf } from './runs.ts';

const usage = { inputTokens: 100, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;

let engine: TestEngine;
const started = async (...turns: readonly (readonly Step[])[]): Promise<TestEngine> =>
  (engine = await startTestEngine({ model: new ScriptedModel(turns) }));

verifies(
  [
    'service.http-api',
    'sessions.create',
    'runs.start.stream',
    'events.text',
    'events.thinking',
    'events.tool_call',
    'events.tool_result',
    'events.turn_end',
    'events.changeset_ready',
    'events.done',
    'streams.numbered',
    'streams.run-id',
    'streams.one-terminal',
  ],
  'a run streams thoughts, text, a call, its result, and done, numbered from 1',
  async () => {
    const call = { name: 'write_file', input: { path: 'notes.md', content: 'hello' } };
    await started([thinking('hm'), text('I write. '), toolCalls(call)], [text('Written.')]);
    const session = await newSession(engine);

    const stream = await startRun(engine, session.id, 'write a note');
    const events = await allOf(stream);

    const toolCallId = expect.stringMatching(/./u) as unknown;
    const runId = stream.runId ?? '';
    const turn = { usage, model: 'scripted', costUsd: 0, priceKnown: true };
    expect(runId).toMatch(/^[0-9a-f-]{36}$/u);
    expect(events).toEqual([
      { id: 1, type: 'thinking', data: { summary: 'hm' } },
      { id: 2, type: 'text', data: { text: 'I write. ' } },
      { id: 3, type: 'tool_call', data: { toolCallId, ...call } },
      { id: 4, type: 'turn_end', data: { stopReason: 'tool_use', ...turn } },
      {
        id: 5,
        type: 'tool_result',
        data: { toolCallId, name: 'write_file', output: 'Created notes.md (5 bytes).', success: true },
      },
      { id: 6, type: 'text', data: { text: 'Written.' } },
      { id: 7, type: 'turn_end', data: { stopReason: 'end_turn', ...turn } },
      { id: 8, type: 'changeset_ready', data: { runId, sessionId: session.id, fileCount: 1 } },
      {
        id: 9,
        type: 'done',
        data: {
          runId,
          text: 'Written.',
          stopReason: 'end_turn',
          usage: { ...usage, inputTokens: 200, outputTokens: 20 },
          costUsd: 0,
          priceKnown: true,
          durationMs: expect.any(Number) as unknown,
        },
      },
    ]);
    expect(engine.log.events('error')).toEqual([]);
  },
);

verifies(
  ['threads.messages.paged', 'threads.get', 'contract.times'],
  'after the run the thread has the messages, a title, and UTC times with milliseconds',
  async () => {
    await started([text('The answer.')]);
    const session = await newSession(engine);
    const stream = await startRun(engine, session.id, 'What is it?\nTell me.');
    await allOf(stream);

    const of = { params: { id: session.threadId } };
    const { messages, nextCursor } = await engine.client['threads.messages'](of);
    expect(messages.map(({ seq, role, content, runId }) => ({ seq, role, content, runId }))).toEqual([
      {
        seq: 1,
        role: 'user',
        content: [{ type: 'text', text: 'What is it?\nTell me.' }],
        runId: stream.runId,
      },
      { seq: 2, role: 'assistant', content: [{ type: 'text', text: 'The answer.' }], runId: stream.runId },
    ]);
    expect(nextCursor).toBeNull();
    const thread = await engine.client['threads.get'](of);
    expect(thread).toMatchObject({ title: 'What is it?', archived: false, messageCount: 2, costUsd: 0 });
    for (const time of [thread.createdAt, thread.updatedAt, ...messages.map(({ createdAt }) => createdAt)])
      expect(time).toMatch(TIME);
  },
);

verifies(
  ['events.error', 'streams.one-terminal'],
  'a run whose model fails ends with one error that gives the reason, and keeps its text',
  async () => {
    await started([
      text('So far '),
      fail('provider_error', { error: 'The provider is down.', retryable: true }),
    ]);
    const session = await newSession(engine);

    const stream = await startRun(engine, session.id, 'go');
    const events = await allOf(stream);

    expect(idsOf(events)).toEqual(countedOut(events));
    expect(textIn(events)).toBe('So far ');
    expect(typesOf(events).filter((type) => type === 'done' || type === 'error')).toEqual(['error']);
    expect(events.at(-1)?.data).toEqual({
      runId: stream.runId,
      code: 'provider_error',
      error: 'The provider is down.',
      retryable: true,
    });
  },
);

verifies('runs.demo', 'without a provider the demo model answers and identifies itself', async () => {
  engine = await startTestEngine();
  const session = await newSession(engine);
  const events = await allOf(startRun(engine, session.id, 'hello'));
  expect(textIn(events)).toMatch(/demo/iu);
  expect(events.at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'end_turn' } });
  expect((await engine.client['engine.status']()).model).toMatchObject({
    provider: 'demo',
    priceKnown: true,
  });
});
