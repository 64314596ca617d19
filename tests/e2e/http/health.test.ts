import { expect } from '@jest/globals';
import { gate, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem } from './problems.ts';
import { newSession, startRun, allOf } from './runs.ts';
import { ask } from './wire.ts';

let engine: TestEngine;

verifies(
  'health.both-paths',
  'both paths answer exactly {"status":"ok"}, with a token set and without one',
  async () => {
    engine = await startTestEngine({ model: new ScriptedModel(), surface: { token: () => 'a-long-token' } });
    for (const target of ['/health', '/api/health']) {
      const reply = await ask(engine.port, { target });
      expect([reply.status, reply.body]).toEqual([200, '{"status":"ok"}']);
      expect(reply.header('content-type')).toMatch(/^application\/json/u);
      const head = await ask(engine.port, { method: 'HEAD', target });
      expect([head.status, head.header('content-length')]).toEqual([200, '15']);
    }
  },
);

verifies(
  'contract.readyz',
  'while the engine drains, readyz reports it with Retry-After, new runs are refused, and health still answers',
  async () => {
    const pause = gate();
    engine = await startTestEngine({ model: new ScriptedModel([[text('so far'), pause.step]]) });
    const session = await newSession(engine);
    const following = allOf(startRun(engine, session.id, 'go'));
    await pause.reached;
    await engine.engine.drain();

    const ready = await ask(engine.port, { target: '/readyz' });
    expect(expectProblem(ready, 503, 'not_ready')).toMatchObject({ reason: 'draining' });
    expect(ready.header('retry-after')).toMatch(/^[1-9]\d*$/u);
    const target = `/api/sessions/${session.id}/run`;
    const refused = await ask(engine.port, { method: 'POST', target, body: '{"task":"more"}' });
    expect(expectProblem(refused, 503, 'not_ready')).toMatchObject({ reason: 'draining' });
    expect(refused.header('retry-after')).toMatch(/^[1-9]\d*$/u);
    expect((await ask(engine.port, { target: '/health' })).status).toBe(200);
    expect((await following).at(-1)).toMatchObject({ type: 'error', data: { code: 'interrupted' } });
  },
);
