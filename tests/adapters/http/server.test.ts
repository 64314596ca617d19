import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect } from '@jest/globals';
import { letIn } from '../../../src/adapters/in/http/connection-cap.ts';
import { httpServer } from '../../../src/adapters/in/http/server.ts';
import { httpLimits } from '../../../src/contract/http/limits.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { expectSomeProblem } from '../../e2e/http/problems.ts';
import { ask, request, until, Wire, within } from '../../e2e/http/wire.ts';
import { verifies } from '../../spec/verifies.ts';

let server: Server;
let port: number;
let clock: ManualClock;
async function started(): Promise<void> {
  clock = new ManualClock();
  server = httpServer((incoming, response) => {
    incoming.resume().on('end', () => response.end('ok'));
  }, clock);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
}

afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

verifies(['security.limits', 'security.slow-senders'], 'the server has the limits of the table', async () => {
  await started();
  expect(server.headersTimeout).toBe(httpLimits.headersMs);
  expect(httpLimits.headersMs).toBeLessThanOrEqual(10_000);
});

verifies(
  ['security.limits', 'security.slow-senders'],
  'idle sockets block no client: beyond the limit the longest idle one is closed',
  async () => {
    await started();
    const first = await Wire.to(port);
    await Promise.all(Array.from({ length: httpLimits.sockets + 100 }, () => Wire.to(port)));
    await within('the end of the first', first.closed);
    for (let n = 0; n < 20; n++) expect((await ask(port)).body).toBe('ok');
    const open = await new Promise<number>((resolve, reject) => {
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
    expect(open).toBeLessThanOrEqual(httpLimits.sockets);
  },
);

verifies(
  'security.limits',
  'a connection with a request in progress that was let in stays open',
  async () => {
    server = httpServer((incoming, response) => {
      letIn(incoming, response, 'owner');
      response.write('begun ');
    }, new ManualClock());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    const busy = await Wire.to(port);
    busy.send(request(port));
    await until('it has begun', () => busy.received.includes('begun '));
    const idle = await Promise.all(Array.from({ length: httpLimits.sockets + 10 }, () => Wire.to(port)));
    await until('the bound holds', () => idle.filter((wire) => wire.ended).length >= 10);
    expect(busy.ended).toBe(false);
  },
);

verifies(
  'security.limits',
  'whoever is let in and holds every connection keeps out nobody else: the oldest of theirs closes, and no other',
  async () => {
    server = httpServer((incoming, response) => {
      const whose = String(incoming.headers['x-whose'] ?? '');
      if (whose !== '') letIn(incoming, response, whose);
      response.write('begun ');
    }, new ManualClock());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    const begin = async (whose: string) => {
      const wire = await Wire.to(port);
      wire.send(request(port, { headers: [['X-Whose', whose]] }));
      await until('it has begun', () => wire.received.includes('begun '));
      return wire;
    };
    const mine = await begin('one');
    const theirs: Wire[] = [];
    for (let n = 0; n < httpLimits.sockets - 1; n++) theirs.push(await begin('other'));
    const strangers = [await begin(''), await begin('')];
    await within('the end of the first stranger', strangers[0]!.closed);
    expect([mine, ...theirs].filter(({ ended }) => ended)).toEqual([]);
    const more = [await begin('one'), await begin('one')];
    await until('two have given way', () => theirs.filter(({ ended }) => ended).length === 2);
    expect(theirs.slice(0, 2).map(({ ended }) => ended)).toEqual([true, true]);
    expect([mine, ...more].map(({ ended }) => ended)).toEqual([false, false, false]);
  },
);

// node checks its connections every two seconds of real time; a test cannot shorten that.
verifies(
  'security.slow-senders',
  'a client that is slow with its headers, or sends nothing, is told and disconnected',
  async () => {
    await started();
    Object.assign(server, { headersTimeout: 100 });
    const beginnings = { headers: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow', nothing: '' };
    await Promise.all(
      Object.values(beginnings).map(async (beginning) => {
        const wire = await Wire.to(port);
        wire.send(beginning);
        const reply = await wire.reply();
        expect(expectSomeProblem(reply).status).toBe(408);
        await within('the end of the connection', wire.closed);
      }),
    );
    expect((await ask(port)).body).toBe('ok');
  },
);

verifies(
  ['security.limits', 'security.slow-senders'],
  'beyond the maximum a new connection is closed, and a freed place is available',
  async () => {
    await started();
    server.maxConnections = 3;
    const held = await Promise.all([1, 2, 3].map(() => Wire.to(port)));
    const late = await Wire.to(port);
    await within('the connection beyond the most to be closed', late.closed);
    expect(late.received.toString()).toBe('');
    for (const wire of held) {
      wire.send(request(port));
      expect((await wire.reply()).body).toBe('ok');
    }
    for (const wire of held) wire.destroy();
    await until('a place is free', async () => (await ask(port).catch(() => null))?.body === 'ok');
  },
);
