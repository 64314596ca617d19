import { afterAll, beforeAll, expect } from '@jest/globals';
import { httpLimits } from '../../../src/contract/http/limits.ts';
import { isByteBody } from '../../../src/contract/row.ts';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal, expectSomeProblem } from './problems.ts';
import { requestFor, routes } from './routes.ts';
import { newSession } from './runs.ts';
import { ask, request, Wire, within } from './wire.ts';

const MIB = 2 ** 20;

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine({ model: new ScriptedModel() });
});
afterAll(() => expect(engine.log.events('error')).toEqual([]));

/** A request whose body is announced and does not come. */
const unfinished = (): Buffer =>
  request(engine.port, {
    method: 'POST',
    target: '/api/sessions',
    headers: [
      ['Content-Type', 'application/json'],
      ['Content-Length', '100'],
    ],
  });

const jsonOf = (bytes: number): string => `{"task":"${'x'.repeat(bytes - 11)}"}`;

verifies(
  'security.limits',
  'a body of 1 MB is accepted, one byte more is 413, with or without Content-Length',
  async () => {
    expect(httpLimits.bodyBytes).toBe(MIB);
    const { id } = await newSession(engine);
    const target = `/api/sessions/${id}/run`;
    expect(Buffer.byteLength(jsonOf(MIB))).toBe(MIB);
    expect((await ask(engine.port, { method: 'POST', target, body: jsonOf(MIB) })).status).toBe(200);
    await expectRefusal(
      engine.port,
      { method: 'POST', target, body: jsonOf(MIB + 1) },
      413,
      'body_too_large',
    );
    const size = (MIB + 1).toString(16);
    const chunked = `${size}\r\n${jsonOf(MIB + 1)}\r\n0\r\n\r\n`;
    const headers = [['Transfer-Encoding', 'chunked']] as const;
    await expectRefusal(
      engine.port,
      { method: 'POST', target, headers, body: chunked },
      413,
      'body_too_large',
    );
  },
);

verifies(
  'security.limits',
  'a client that sends 20 MB before it reads still receives its 413, and so does a large body on every route',
  async () => {
    const kinds = new Set<string>();
    const withJson = routes.filter(({ row }) => !isByteBody(row.body));
    const longest = Math.max(...withJson.map(({ row }) => row.bodyBytes ?? MIB));
    const spaces = Buffer.alloc(Math.max(20 * MIB, longest + 1), ' ');
    const long = spaces.subarray(0, 20 * MIB);
    for (const route of withJson) {
      const kind = `${route.method} ${route.row.body ? 'with' : 'without'} a body`;
      const sendsFirst = !kinds.has(kind);
      kinds.add(kind);
      const body = sendsFirst ? long : spaces.subarray(0, (route.row.bodyBytes ?? MIB) + 1);
      await expectRefusal(engine.port, { ...requestFor(route), body, sendsFirst }, 413, 'body_too_large');
    }
    const headers = { 'content-type': 'application/json' };
    const fetched = await fetch(`${engine.baseUrl}/api/sessions`, { method: 'POST', headers, body: long });
    expect([fetched.status, await fetched.json()]).toMatchObject([413, { code: 'body_too_large' }]);
  },
);

verifies(
  'security.limits',
  'after a refusal with an unread body the connection is closed, and the body never becomes the next request',
  async () => {
    for (const hosts of [['evil.test'], [`localhost:${engine.port}`]]) {
      const wire = await Wire.to(engine.port);
      const smuggled = request(engine.port, { method: 'DELETE', target: '/api/threads/x' }).toString();
      wire.send(
        request(engine.port, {
          method: 'POST',
          target: '/api/sessions',
          hosts,
          headers: [
            ['Content-Length', '5000'],
            ['Content-Type', 'text/plain'],
          ],
        }),
      );
      const first = await wire.reply();
      expectSomeProblem(first);
      wire.send(smuggled);
      await within('the end of the connection', wire.closed);
      expect(wire.received.toString()).toBe('');
    }
  },
);

verifies(
  'security.limits',
  'after a refusal with a body that was read the connection stays usable',
  async () => {
    const wire = await Wire.to(engine.port);
    for (let round = 0; round < 3; round++) {
      wire.send(request(engine.port, { method: 'POST', target: '/api/sessions', body: '{"x":1}' }));
      expectProblem(await wire.reply(), 400, 'invalid_request');
    }
    wire.send(request(engine.port, { target: '/api/threads' }));
    expect((await wire.reply()).status).toBe(200);
    wire.destroy();
  },
);

verifies('security.limits', 'headers and targets beyond 16 kB are 431', async () => {
  const long = 'x'.repeat(20_000);
  for (const asked of [{ headers: [['X-Long', long]] as const }, { target: `/api/threads?cursor=${long}` }])
    expect(expectSomeProblem(await ask(engine.port, { target: '/api/threads', ...asked })).status).toBe(431);
  const many = Array.from({ length: 3_000 }, (_, index) => [`X-${index}`, '1'] as const);
  expect(expectSomeProblem(await ask(engine.port, { target: '/api/threads', headers: many })).status).toBe(
    431,
  );
});

verifies('security.slow-senders', 'pipelined requests are answered in order', async () => {
  const wire = await Wire.to(engine.port);
  const ids = Array.from({ length: 50 }, (_, index) => `pipelined-${index}`);
  wire.send(
    Buffer.concat(
      ids.map((id) => request(engine.port, { target: '/api/threads', headers: [['X-Request-Id', id]] })),
    ),
  );
  for (const id of ids) expect((await wire.reply()).header('x-request-id')).toBe(id);
});

verifies('security.slow-senders', 'a client that leaves in the middle of a body has no effect', async () => {
  const before = await engine.client['threads.list']();
  for (let round = 0; round < 20; round++) {
    const wire = await Wire.to(engine.port);
    wire.send(unfinished());
    wire.send('{"thread');
    if (round % 2 === 0) wire.destroy();
    else wire.socket.resetAndDestroy();
    await wire.closed;
  }
  expect(await engine.client['threads.list']()).toEqual(before);
});
