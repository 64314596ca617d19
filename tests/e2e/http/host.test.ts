import { beforeAll, expect } from '@jest/globals';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal, expectSomeProblem } from './problems.ts';
import { closedRoutes, UNKNOWN_ID, openRoutes, requestFor, someInTurn } from './routes.ts';
import { ask, request, Wire, type Asked } from './wire.ts';

let engine: TestEngine;
beforeAll(async () => {
  const surface = { allowedHosts: ['svc.test', 'Named.Example:8443'] };
  engine = await startTestEngine({ model: new ScriptedModel([[text('x')]]), surface });
});

const foreign = [
  ['evil.test'],
  ['evil.test:3100'],
  ['127.0.0.1.evil.test'],
  ['localhost.evil'],
  ['[::1].evil'],
  ['localhost.localdomain'],
  ['x.localhost'],
  ['evil@localhost'],
  ['localhost:3100@evil.test'],
  ['localhost/evil.test'],
  ['localhost#evil.test'],
  ['localhost:x'],
  ['localhost:123456'],
  ['localhost..'],
  ['localhost localhost'],
  ['local\u00adhost'],
  ['127.0.0.1.'.repeat(2)],
  ['0x7f.1'],
  ['2130706433'],
  ['127.1'],
  ['[::1'],
  ['::1'],
  ['[]'],
  ['.'],
  [':3100'],
  [''],
  [],
  ['localhost', 'localhost'],
  ['localhost', 'evil.test'],
  ['evil.test', 'localhost'],
  ['localhost, evil.test'],
] as const;

const own = [
  'localhost',
  'LOCALHOST',
  'localhost:3100',
  'localhost.',
  'localhost.:3100',
  '127.0.0.1',
  '127.0.0.1:1',
  '127.8.9.1',
  '[::1]',
  '[::1]:3100',
  '0.0.0.0:3100',
  '10.0.0.1',
  '192.168.1.7:65535',
  '[fe80::1]',
  '[::ffff:127.0.0.1]',
  '8.8.8.8',
  'svc.test',
  'SVC.test:99',
  'svc.test.',
  'named.example',
  'named.example:1',
];

verifies(
  'security.host',
  'another host name is refused on every route before anything is parsed',
  async () => {
    // An oversized body that is not JSON: parsing it first would answer 400, 413 or 415.
    const asked = { headers: [['Content-Type', 'text/plain']], body: '{' } as const;
    const refused = async (more: Asked) =>
      await expectRefusal(engine.port, { ...asked, ...more }, 403, 'host_not_allowed');
    for (const hosts of foreign) await refused({ target: '/api/threads', hosts });
    for (const [index, route] of closedRoutes.entries())
      for (const hosts of someInTurn(foreign, index)) await refused({ ...requestFor(route), hosts });
  },
);

verifies(
  'security.host',
  'also on unknown paths, under every method, and for the files of the page',
  async () => {
    for (const target of ['/', '/index.html', '/api/nothing', '/nothing', `/api/runs/${UNKNOWN_ID}/events`])
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
        const reply = await ask(engine.port, { method, target, hosts: ['evil.test'] });
        if (method === 'HEAD') expect(reply.status).toBe(403);
        else expectProblem(reply, 403, 'host_not_allowed');
      }
  },
);

verifies('security.host', 'the host of a target in absolute form is checked too', async () => {
  for (const target of [
    'http://evil.test/api/threads',
    'https://evil.test:3100/api/threads',
    'http://localhost@evil.test/api/threads',
    'ftp://evil.test/api/threads',
    'HTTP://EVIL.TEST/api/threads',
    'http:///api/threads',
  ])
    await expectRefusal(engine.port, { target }, 403, 'host_not_allowed');
  // Without a path, express would answer with its own HTML before any check.
  for (const target of ['http://', 'http://evil.test:99999/api/threads', 'evil://'])
    expect([400, 403]).toContain(expectSomeProblem(await ask(engine.port, { target })).status);
  await expectRefusal(engine.port, { method: 'OPTIONS', target: '*' }, 403, 'host_not_allowed');
  await expectRefusal(
    engine.port,
    { target: 'http://localhost/api/threads', hosts: ['evil.test'] },
    403,
    'host_not_allowed',
  );
  expect((await ask(engine.port, { target: `http://localhost:${engine.port}/api/threads` })).status).toBe(
    200,
  );
});

verifies('security.host', 'HTTP/1.0 may omit the Host and is then refused too', async () => {
  for (const hosts of [[], ['evil.test']]) {
    const reply = await ask(engine.port, { target: '/api/threads', version: '1.0', hosts });
    expectProblem(reply, 403, 'host_not_allowed');
  }
  expect((await ask(engine.port, { target: '/api/threads', version: '1.0' })).status).toBe(200);
});

verifies('security.host', 'every request on a connection is checked, not only the first', async () => {
  const wire = await Wire.to(engine.port);
  wire.send(request(engine.port, { target: '/api/threads' }));
  expect((await wire.reply()).status).toBe(200);
  wire.send(request(engine.port, { target: '/api/threads', hosts: ['evil.test'] }));
  expectProblem(await wire.reply(), 403, 'host_not_allowed');
  wire.send(request(engine.port, { target: '/api/threads' }));
  expect((await wire.reply()).status).toBe(200);
});

verifies(
  'security.host',
  'loopback names, addresses and configured names are served, in any case, with any port',
  async () => {
    for (const host of own) {
      const reply = await ask(engine.port, { target: '/api/threads', hosts: [host] });
      expect([host, reply.status]).toEqual([host, 200]);
    }
  },
);

verifies('security.host', 'routes that return only a status answer under any name', async () => {
  for (const route of openRoutes)
    for (const hosts of [['evil.test'], ['localhost', 'evil.test'], ['']])
      expect((await ask(engine.port, { ...requestFor(route), hosts })).status).toBe(200);
});
