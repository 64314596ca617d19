import { expect } from '@jest/globals';
import { fail, gate, ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from './runs.ts';
import { until } from './wire.ts';

let engine: TestEngine;

async function started(...turns: readonly (readonly Step[])[]) {
  const model = new ScriptedModel(turns);
  engine = await startTestEngine({ model });
  return { model, id: (await newSession(engine)).id };
}

interface Asking {
  readonly accept?: string;
  readonly key?: string;
  readonly task?: string;
  readonly signal?: AbortSignal;
}

const run = (id: string, { accept = 'application/json', key, task = 'go', signal }: Asking = {}) =>
  fetch(`${engine.baseUrl}/api/sessions/${id}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...(key ? { 'idempotency-key': key } : {}) },
    body: JSON.stringify({ task }),
    ...(signal ? { signal } : {}),
  });

async function answered(id: string, asking: Asking = {}) {
  const response = await run(id, asking);
  const body = (await response.json()) as Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
  return { status: response.status, headers: response.headers, body };
}

verifies('runs.whole', 'the result is the data of done, with the number of changed files', async () => {
  const write = { name: 'write_file', input: { path: 'a.txt', content: 'a' } };
  const { id } = await started([text('one')], [toolCalls(write)], [text('two')]);
  const first = await answered(id);
  const runId = first.headers.get('svc-run-id');
  expect([first.status, first.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^application\/json/u),
  ]);
  expect(first.body).toEqual({
    runId,
    text: 'one',
    stopReason: 'end_turn',
    usage: { inputTokens: 100, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 },
    costUsd: expect.any(Number),
    priceKnown: true,
    durationMs: expect.any(Number),
    changeset: null,
  });
  expect((await answered(id)).body).toMatchObject({ text: 'two', changeset: { fileCount: 1 } });
});

verifies(
  'runs.whole',
  'a question is 202 at once; after the answer the same key gives the result',
  async () => {
    const { id, model } = await started(
      [toolCalls({ name: 'ask_user', input: { question: 'Which colour?', options: ['red', 'blue'] } })],
      [text('Thank you.')],
    );
    const asked = await answered(id, { key: 'k' });
    expect(asked).toMatchObject({
      status: 202,
      body: {
        runId: asked.headers.get('svc-run-id'),
        prompt: { question: 'Which colour?', options: ['red', 'blue'], runId: asked.body['runId'] },
      },
    });
    const repeated = await answered(id, { key: 'k' });
    expect([repeated.status, repeated.body['prompt'].promptId]).toEqual([202, asked.body['prompt'].promptId]);
    const { promptId } = asked.body['prompt'];
    await engine.client['prompts.reply']({ params: { id }, body: { answer: 'red', promptId } });
    expect(await answered(id, { key: 'k' })).toMatchObject({ status: 200, body: { text: 'Thank you.' } });
    expect(await answered(id, { key: 'k', task: 'other' })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch' },
    });
    expect(model.requests).toHaveLength(2);
  },
);

verifies(
  'runs.whole',
  'a run that failed is a problem with a fitting status, its code and its run',
  async () => {
    const { id } = await started(
      [fail('provider_error', { error: 'The provider is broken.' })],
      [fail('provider_timeout', { error: 'The provider was silent.' })],
      [text(' ')],
      [fail('other', { error: 'Something else.', retryable: false })],
    );
    for (const [status, code, retryable] of [
      [502, 'provider_error', true],
      [504, 'provider_timeout', true],
      [502, 'empty_answer', true],
      [500, 'run_failed', false],
    ]) {
      const { status: got, body, headers } = await answered(id);
      expect([got, headers.get('content-type')]).toEqual([
        status,
        expect.stringContaining('application/problem+json'),
      ]);
      const { runs } = await engine.client['history.runs']();
      expect(body).toMatchObject({ code, retryable, runId: runs[0]?.runId, detail: runs[0]?.error?.error });
    }
  },
);

verifies('runs.whole', 'an engine that stops answers its waiting clients', async () => {
  const pause = gate();
  const { id } = await started([text('a'), pause.step]);
  const waiting = answered(id);
  await pause.reached;
  await engine.engine.drain();
  expect(await waiting).toMatchObject({ status: 503, body: { code: 'interrupted', retryable: true } });
});

verifies(
  'runs.whole.disconnect',
  'the run goes on, and its result can be had with the same key',
  async () => {
    const pause = gate();
    const { id, model } = await started([text('a '), pause.step, text('b')]);
    const leaving = new AbortController();
    const left = run(id, { key: 'k', signal: leaving.signal }).catch(() => 'left');
    await pause.reached;
    leaving.abort();
    expect(await left).toBe('left');
    pause.open();
    const isOver = async () => (await engine.client['history.runs']()).runs[0]?.status === 'completed';
    await until('the run is over', isOver);
    expect(await answered(id, { key: 'k' })).toMatchObject({ status: 200, body: { text: 'a b' } });
    expect(model.requests).toHaveLength(1);
    expect(engine.log.events('error')).toEqual([]);
  },
);

verifies('runs.whole.stream', 'every other Accept gets the stream, as before', async () => {
  const { id } = await started([text('same')]);
  const streamed = await allOf(startRun(engine, id, 'go', 'k'));
  for (const accept of [
    '*/*',
    'text/event-stream',
    'application/json, text/event-stream',
    'application/json, */*;q=0.1',
    'text/*, application/json',
    'application/json;q=0',
    'text/html',
  ]) {
    const response = await run(id, { accept, key: 'k' });
    expect([accept, response.headers.get('content-type')]).toEqual([
      accept,
      'text/event-stream; charset=utf-8',
    ]);
    expect((await response.text()).match(/^event: /gmu)).toHaveLength(streamed.length);
  }
  for (const accept of ['application/json; charset=utf-8', 'Application/JSON', 'application/json, text/html'])
    expect(await answered(id, { accept, key: 'k' })).toMatchObject({ status: 200, body: { text: 'same' } });
});
