import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import { startTestWeb } from '../../harness/web-port.ts';
import { verifies } from '../../spec/verifies.ts';
import { ask, Wire, request as bytesOf } from '../http/wire.ts';
import { expectRefusal } from '../http/problems.ts';
import { standIn, valuesOf } from './engine-stand-in.ts';

const never = (): never => {
  throw new Error('nothing reached the engine');
};

async function between(answer?: Parameters<typeof standIn>[0], env?: Record<string, string>) {
  const { url, asked } = await standIn(answer);
  const { port, log } = await startTestWeb(url, env);
  return { port, log, asked, last: () => asked.at(-1) ?? never() };
}

verifies('web.forwards', 'method, target, Host, Origin, cookie and token pass unchanged', async () => {
  const { port, last } = await between();
  const headers = [
    ['Origin', `http://localhost:${port}`],
    ['Cookie', 'svc_session=value'],
    ['Authorization', 'Bearer token'],
    ['X-Twice', '1'],
    ['X-Twice', '2'],
  ] as const;
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const target = '/api/a%2fb/%00/..;/c?x=%20&y=%C3%A4';
    expect((await ask(port, { method, target, headers })).body).toBe('');
    const got = last();
    expect([got.method, got.url, got.headers.host]).toEqual([method, target, `localhost:${port}`]);
    for (const [name] of headers)
      expect([name, valuesOf(got, name)]).toEqual([
        name,
        headers.filter(([one]) => one === name).map(([, value]) => value),
      ]);
    expect(got.headers['transfer-encoding']).toBeUndefined();
  }
  await ask(port, { target: `http://localhost:${port}/api/threads?x` });
  expect(last().url).toBe('/api/threads?x');
  for (const target of ['/health', '/readyz', '/api/health']) {
    await ask(port, { target });
    expect(last().url).toBe(target);
  }
});

verifies('web.forwards', 'only paths of the API are forwarded', async () => {
  const { port, asked } = await between();
  for (const target of [
    '/',
    '/metrics',
    '/api',
    '/API/x',
    '/assets/../api/threads',
    '//api/x',
    '/x/api/y',
    '/%61pi/x',
  ])
    await ask(port, { target });
  expect(asked).toHaveLength(0);
  await expectRefusal(port, { target: '/nothing' }, 404, 'not_found');
});

verifies(
  'web.forwards',
  'headers of the connection stay, and who the client is comes from this port',
  async () => {
    const { port, last } = await between();
    const sent = [
      ['Connection', 'keep-alive, X-Mine, Origin, Content-Length, Host'],
      ['X-Mine', '1'],
      ['Keep-Alive', 'timeout=5'],
      ['TE', 'trailers'],
      ['Upgrade', 'h2c'],
      ['Proxy-Authorization', 'Basic eDp5'],
      ['Proxy-Connection', 'close'],
      ['X-Forwarded-For', '6.6.6.6'],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Host', 'localhost'],
      ['X-Forwarded-Port', '1'],
      ['X-Real-IP', '6.6.6.6'],
      ['Forwarded', 'for=6.6.6.6'],
      ['Origin', `http://localhost:${port}`],
    ] as const;
    await ask(port, { method: 'POST', target: '/api/x', headers: sent, body: '{}' });
    const { headers } = last();
    for (const name of ['x-mine', 'keep-alive', 'te', 'upgrade', 'proxy-authorization', 'proxy-connection'])
      expect([name, headers[name]]).toEqual([name, undefined]);
    for (const name of ['x-forwarded-port', 'x-real-ip', 'forwarded', 'svc-remote-client'])
      expect([name, headers[name]]).toEqual([name, undefined]);
    expect(headers).toMatchObject({
      connection: 'close, svc-let-in',
      origin: `http://localhost:${port}`,
      'content-length': '2',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': `localhost:${port}`,
    });
  },
);

verifies(
  ['web.forwards', 'security.forwarded'],
  'a trusted proxy is believed, and named in the chain',
  async () => {
    const { port, last } = await between(undefined, {
      SVC_TRUST_PROXY: '127.0.0.1',
      SVC_ALLOWED_HOSTS: 'svc.example',
    });
    const headers = [
      ['X-Forwarded-For', '203.0.113.9'],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Host', 'svc.example'],
      ['Origin', 'https://svc.example'],
    ] as const;
    expect((await ask(port, { target: '/api/x', headers })).status).toBe(200);
    expect(last().headers).toMatchObject({
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'svc.example',
      'svc-remote-client': '1',
    });
  },
);

verifies('web.forwards', 'the answer passes with its headers, and those of its connection stay', async () => {
  const { port } = await between((_request, response) => {
    response.writeHead(207, 'Some Words', [
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['Cache-Control', 'no-store, no-transform'],
      ['X-Drop', '1'],
      ['Connection', 'X-Drop'],
      ['X-Request-Id', 'of-the-engine'],
      ['Content-Type', 'text/odd'],
    ] as never);
    response.end('body');
  });
  const reply = await ask(port, { target: '/api/x' });
  const named = (name: string) => reply.headers.flatMap(([key, value]) => (key === name ? [value] : []));
  expect([reply.status, reply.body, named('set-cookie')]).toEqual([207, 'body', ['a=1', 'b=2']]);
  expect([named('cache-control'), named('x-drop'), named('x-request-id'), named('content-type')]).toEqual([
    ['no-store, no-transform'],
    [],
    ['of-the-engine'],
    ['text/odd'],
  ]);
});

const MB = 2 ** 20;

verifies('web.forwards', 'megabytes pass both ways, with and without a length', async () => {
  const hashes: string[] = [];
  const answer = randomBytes(4 * MB);
  const { port } = await between((request, response) => {
    const hash = createHash('sha256');
    request.pipe(hash).once('finish', () => {
      hashes.push(hash.digest('hex'));
      response.end(answer);
    });
  });
  const sent = randomBytes(4 * MB);
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  async function* pieces() {
    for (let at = 0; at < sent.length; at += MB) yield sent.subarray(at, at + MB);
  }
  for (const body of [sent, Readable.toWeb(Readable.from(pieces()))]) {
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const response = await fetch(`http://127.0.0.1:${port}/api/x`, init);
    expect(digest(new Uint8Array(await response.arrayBuffer()))).toBe(digest(answer));
  }
  expect(hashes).toEqual([digest(sent), digest(sent)]);
});

verifies('web.forwards', 'an answer that comes before the body was read reaches the client', async () => {
  const { port } = await between((_request, response) => {
    response.writeHead(413, { 'Content-Length': 5 });
    response.end('large');
  });
  const wire = await Wire.to(port);
  wire.send(
    bytesOf(port, {
      method: 'POST',
      target: '/api/x',
      headers: [['Content-Length', String(20 * MB)]],
      body: 'x',
    }),
  );
  const reply = await wire.reply();
  expect([reply.status, reply.body, reply.header('connection')]).toEqual([413, 'large', 'close']);
  await wire.closed;
});

verifies(
  'web.checks',
  'foreign hosts and origins are refused here, and nothing reaches the engine',
  async () => {
    const { port, asked } = await between();
    for (const target of ['/', '/api/threads', '/api/login', '/health', '/nothing'])
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
        const refused = async (more: object, code: string) =>
          await expectRefusal(port, { method, target, ...more }, 403, code);
        for (const host of ['evil.test', `evil.test:${port}`, '127.0.0.1.evil.test'])
          await refused({ hosts: [host] }, 'host_not_allowed');
        await refused({ hosts: ['localhost', 'localhost'] }, 'host_not_allowed');
        for (const origin of [
          'http://evil.test',
          'null',
          'http://localhost:8080',
          `http://127.0.0.1:${port}`,
        ])
          await refused({ headers: [['Origin', origin]] }, 'origin_not_allowed');
        for (const site of ['cross-site', 'same-site'])
          await refused({ headers: [['Sec-Fetch-Site', site]] }, 'origin_not_allowed');
        await refused(
          { hosts: ['evil.test'], headers: [['X-Forwarded-Host', 'localhost']] },
          'host_not_allowed',
        );
      }
    expect(asked).toHaveLength(0);
  },
);

verifies(
  'web.unreachable',
  'an engine that closes the connection without an answer is 502, and so is none',
  async () => {
    const { port, log } = await between((request) => request.socket.destroy());
    const problem = await expectRefusal(port, { target: '/api/threads' }, 502, 'engine_unreachable');
    expect(problem.detail).toMatch(/svc --http-api.*SVC_API_URL/u);
    const body = 'x'.repeat(100_000);
    await expectRefusal(port, { method: 'POST', target: '/api/x', body }, 502, 'engine_unreachable');
    expect(log.events('warn')).toEqual(['the engine cannot be reached']);
  },
);
