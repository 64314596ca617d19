import { beforeAll, expect } from '@jest/globals';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectRefusal } from './problems.ts';
import { ask } from './wire.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine({ model: new ScriptedModel(), surface: { token: () => 'a-long-token' } });
});

const token = ['Authorization', 'Bearer a-long-token'] as const;

verifies('security.override', 'no header and no parameter changes the method', async () => {
  const made = await ask(engine.port, { method: 'POST', target: '/api/sessions', headers: [token] });
  const { threadId } = made.json() as { threadId: string };
  const target = `/api/threads/${threadId}`;
  for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'])
    expect((await ask(engine.port, { target, headers: [token, [name, 'DELETE']] })).status).toBe(200);
  expect(
    (await ask(engine.port, { target: `${target}?_method=DELETE&method=DELETE`, headers: [token] })).status,
  ).toBe(200);
  for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method'])
    await expectRefusal(
      engine.port,
      { method: 'POST', target, headers: [token, [name, 'DELETE']] },
      405,
      'method_not_allowed',
    );
  expect((await ask(engine.port, { target, headers: [token] })).status).toBe(200);
});

verifies(
  'security.override',
  'no forwarded header moves a request to another path, host or sender',
  async () => {
    for (const name of [
      'X-Original-URL',
      'X-Rewrite-URL',
      'X-Forwarded-Path',
      'X-Forwarded-Uri',
      'X-Forwarded-Prefix',
    ])
      await expectRefusal(
        engine.port,
        { target: '/api/nothing', headers: [token, [name, '/api/threads']] },
        404,
        'not_found',
      );
    const spoofed = [
      ['X-Forwarded-Host', 'localhost'],
      ['Forwarded', 'for=127.0.0.1;host=localhost;proto=http'],
      ['X-Host', 'localhost'],
    ] as const;
    for (const header of spoofed)
      await expectRefusal(
        engine.port,
        { target: '/api/threads', hosts: ['evil.test'], headers: [token, header] },
        403,
        'host_not_allowed',
      );
    for (const [name, value] of [
      ['X-Forwarded-Host', 'evil.test'],
      ['Forwarded', 'for=6.6.6.6;host=evil.test'],
    ] as const)
      expect(
        (await ask(engine.port, { target: '/api/threads', headers: [token, [name, value]] })).status,
      ).toBe(200);
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'X-Forwarded-User'])
      await expectRefusal(
        engine.port,
        { target: '/api/threads', headers: [[name, '127.0.0.1']] },
        401,
        'unauthenticated',
      );
    const crossed = [
      ['Origin', 'https://evil.test'],
      ['X-Forwarded-Host', 'evil.test'],
      ['X-Forwarded-Proto', 'https'],
    ] as const;
    await expectRefusal(
      engine.port,
      { target: '/api/threads', headers: [token, ...crossed] },
      403,
      'origin_not_allowed',
    );
  },
);
