import { expect } from '@jest/globals';
import { gate, ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from './runs.ts';
import { ask, request, Wire } from './wire.ts';

let engine: TestEngine;

const runTarget = (id: string): string => `/api/sessions/${id}/run`;
const start = (port: number, id: string): Buffer =>
  request(port, { method: 'POST', target: runTarget(id), body: '{"task":"go"}' });

async function chunksOf(wire: Wire): Promise<readonly string[]> {
  const chunks: string[] = [];
  for (;;) {
    const chunk = await wire.chunk();
    if (chunk.length === 0) return chunks;
    chunks.push(chunk.toString('utf8'));
  }
}

verifies(
  ['http.sse', 'streams.headers', 'streams.run-id'],
  'a stream has exactly the specified headers, sent before the first event',
  async () => {
    const pause = gate();
    engine = await startTestEngine({ model: new ScriptedModel([[pause.step, text('x')]]) });
    const session = await newSession(engine);
    const wire = await Wire.to(engine.port);
    wire.send(start(engine.port, session.id));

    const head = await wire.head();
    await pause.reached;
    expect(wire.received.toString()).toBe('');
    expect(head.status).toBe(200);
    expect(head.header('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(head.header('cache-control')).toBe('no-store, no-transform');
    expect(head.header('x-accel-buffering')).toBe('no');
    expect(head.header('content-encoding')).toBeNull();
    expect(head.header('svc-run-id')).toMatch(/^[0-9a-f-]{36}$/u);
    expect(head.header('x-content-type-options')).toBe('nosniff');
    pause.open();
    await chunksOf(wire);

    const replayed = await ask(engine.port, { target: `/api/runs/${head.header('svc-run-id')}/events` });
    for (const name of ['content-type', 'cache-control', 'x-accel-buffering', 'svc-run-id'])
      expect(replayed.header(name)).toBe(head.header(name));
  },
);

verifies('streams.numbered', 'a frame is id, event, one data line and an empty line', async () => {
  engine = await startTestEngine({ model: new ScriptedModel([[text('Hä \u{1F600}')]]) });
  const session = await newSession(engine);
  const reply = await ask(engine.port, {
    method: 'POST',
    target: runTarget(session.id),
    body: '{"task":"go"}',
  });
  const [first, second, third, ...rest] = reply.body.split('\n\n');
  expect(first).toBe('id: 1\nevent: text\ndata: {"text":"Hä \u{1F600}"}');
  expect(second).toBe(
    'id: 2\nevent: turn_end\ndata: {"stopReason":"end_turn","usage":{"inputTokens":100,"outputTokens":10,"cacheReadTokens":0,"cacheWriteTokens":0},"model":"scripted","costUsd":0,"priceKnown":true}',
  );
  expect(third).toMatch(/^id: 3\nevent: done\ndata: \{[^\n]*\}$/u);
  expect(rest).toEqual(['']);
  expect(reply.body).not.toContain('\r');
});

verifies('streams.numbered', 'no frame is split over two writes, neither live nor in a replay', async () => {
  const call = (n: number) =>
    toolCalls({ name: 'write_file', input: { path: `${n}.md`, content: 'x'.repeat(100_000) } });
  const steps = Array.from({ length: 40 }, (_, index) => text(`${index} ${'ä'.repeat(30_000)}`));
  engine = await startTestEngine({ model: new ScriptedModel([[...steps, call(1)], [...steps]]) });
  const session = await newSession(engine);
  const wire = await Wire.to(engine.port);
  wire.send(start(engine.port, session.id));
  const runId = (await wire.head()).header('svc-run-id');
  const live = await chunksOf(wire);
  wire.send(request(engine.port, { target: `/api/runs/${runId}/events` }));
  await wire.head();
  const again = await chunksOf(wire);
  for (const chunk of [...live, ...again])
    expect(chunk.replaceAll(/id: \d+\nevent: [a-z_]+\ndata: [^\n]*\n\n/gu, '')).toBe('');
  expect(again.join('')).toBe(live.join(''));
});

verifies('streams.headers', 'HEAD of a stream returns its headers and does not affect the run', async () => {
  engine = await startTestEngine({ model: new ScriptedModel([[text('x')]]) });
  const session = await newSession(engine);
  const stream = await startRun(engine, session.id, 'go');
  await allOf(stream);
  const reply = await ask(engine.port, { method: 'HEAD', target: `/api/runs/${stream.runId}/events` });
  expect([reply.status, reply.header('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
});
