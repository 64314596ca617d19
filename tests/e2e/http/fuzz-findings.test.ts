import { afterAll, beforeAll, expect } from '@jest/globals';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal, expectSomeProblem } from './problems.ts';
import { newSession } from './runs.ts';
import { ask, Wire } from './wire.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine({ model: new ScriptedModel() });
});
afterAll(() =>
  expect(engine.log.lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]),
);

async function sent(bytes: string): Promise<Awaited<ReturnType<Wire['reply']>>> {
  const wire = await Wire.to(engine.port);
  wire.send(bytes);
  return await wire.reply();
}

verifies('security.fuzz', 'an infinite number is not a limit, a position or an event id', async () => {
  const { threadId } = await newSession(engine);
  const messages = `/api/threads/${threadId}/messages`;
  for (const number of ['1e999', '-1e999', 'Infinity', '1e308', '9'.repeat(400)])
    for (const asked of [
      { target: `/api/threads?limit=${number}` },
      { target: `${messages}?limit=${number}` },
      { target: `${messages}?after=${number}` },
      { target: `/api/runs/${threadId}/events`, headers: [['Last-Event-ID', number]] as const },
    ])
      await expectRefusal(engine.port, asked, 400, 'invalid_request');
});

verifies(['security.fuzz', 'contract.problem-body'], 'an unknown Expect header is ignored', async () => {
  expect((await ask(engine.port, { target: '/api/threads', headers: [['Expect', 'miracle']] })).status).toBe(
    200,
  );
});

verifies(
  ['security.fuzz', 'contract.problem-body', 'security.no-store'],
  'invalid HTTP is answered with a problem that has an id and no-store',
  async () => {
    const host = `Host: localhost:${engine.port}`;
    const garbage = [
      'HELO localhost\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n',
      `GET / HTTP/1.1\r\n${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx`,
      `GET / HTTP/1.1\r\n${host}\r\nTransfer-Encoding: xchunked\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}\r\nX-A: a\u0000b\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}\r\n Folded: x\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}\r\nNo colon\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}\r\nSpace : x\r\n\r\n`,
      `GET / HTTP/9.9\r\n${host}\r\n\r\n`,
      `POST /api/sessions HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ];
    for (const bytes of garbage) {
      const reply = await sent(bytes);
      expect([bytes, expectSomeProblem(reply).status]).toEqual([bytes, 400]);
      expect(reply.header('cache-control')).toBe('no-store');
      expect(reply.header('connection')).toBe('close');
    }
  },
);

verifies(
  'security.fuzz',
  'names of inherited properties are ordinary keys, and Object.prototype stays clean',
  async () => {
    for (const body of [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"task":"x","__proto__":{"task":"y"}}',
      '{"toString":1}',
    ]) {
      const reply = await ask(engine.port, { method: 'POST', target: '/api/sessions', body });
      expectProblem(reply, 400, 'invalid_request');
    }
    const target = '/api/threads?__proto__[polluted]=1&constructor.prototype.polluted=1';
    expect((await ask(engine.port, { target })).status).toBe(200);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  },
);

verifies('security.fuzz', 'JSON may nest 64 levels below its root and not 65, nor 100 000', async () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  for (const [depth, message] of [
    [65, 'must be an object'],
    [66, 'nests deeper than 64 levels'],
    [100_000, 'nests deeper than 64 levels'],
  ] as const) {
    const reply = await ask(engine.port, { method: 'POST', target: '/api/sessions', body: nested(depth) });
    expect(expectProblem(reply, 400, 'invalid_request')['violations']).toEqual([
      { path: '', message, says: expect.any(Object) },
    ]);
  }
});
