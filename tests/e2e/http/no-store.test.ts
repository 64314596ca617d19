import { beforeAll, expect } from '@jest/globals';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { apiRoutes, requestFor, someInTurn } from './routes.ts';
import { allOf, newSession, startRun } from './runs.ts';
import { ask, type Asked, type Reply } from './wire.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine({ model: new ScriptedModel() });
});

function expectUnstored(reply: Reply): void {
  expect(reply.header('cache-control')).toMatch(/^no-store\b/u);
  for (const name of ['etag', 'last-modified', 'expires']) expect(reply.header(name)).toBeNull();
  // Who begins to sign in is marked by a cookie, also where that is refused; it lets nobody in.
  const cookie = reply.header('set-cookie');
  if (!cookie?.startsWith('svc_sign_in=')) expect(cookie).toBeNull();
}

verifies('security.no-store', 'everything under /api is no-store, including every refusal', async () => {
  const refused: readonly Partial<Asked>[] = [
    {},
    { hosts: ['evil.test'] },
    { headers: [['Origin', 'null']] },
    { body: '{' },
    { body: '{"surprise":1}' },
    { body: 'x', headers: [['Content-Type', 'text/plain']] },
    { method: 'PUT' },
  ];
  for (const [index, route] of apiRoutes.entries())
    for (const more of someInTurn(refused, index))
      expectUnstored(await ask(engine.port, { ...requestFor(route), ...more }));
  expectUnstored(await ask(engine.port, { target: '/api/nothing' }));
  expectUnstored(await ask(engine.port, { target: 'http://' }));
});

verifies('security.no-store', 'so is every successful answer', async () => {
  const session = await newSession(engine);
  const stream = await startRun(engine, session.id, 'go');
  await allOf(stream);
  const served: readonly Asked[] = [
    { target: '/api/health' },
    { target: '/api/threads' },
    { target: `/api/threads/${session.threadId}` },
    { target: `/api/threads/${session.threadId}/messages` },
    { target: `/api/runs/${stream.runId}/events` },
    { target: '/api/openapi.json' },
    { target: '/api/status' },
    { method: 'HEAD', target: '/api/threads' },
    { method: 'DELETE', target: `/api/sessions/${session.id}` },
  ];
  for (const asked of served) {
    const reply = await ask(engine.port, asked);
    expect([asked, Math.floor(reply.status / 100)]).toEqual([asked, 2]);
    expectUnstored(reply);
    expect(reply.header('x-content-type-options')).toBe('nosniff');
    expect(reply.header('x-powered-by')).toBeNull();
  }
});
