import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect } from '@jest/globals';
import { httpServer } from '../../../src/adapters/in/http/server.ts';
import { httpLimits } from '../../../src/contract/http/limits.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { expectSomeProblem } from '../../e2e/http/problems.ts';
import { ask, request, until, Wire, within } from '../../e2e/http/wire.ts';
import { verifies } from '../../spec/verifies.ts';

const OCTETS = ['Content-Type', 'application/octet-stream'] as const;
const LONG = 64 * httpLimits.pacedBytes;

let server: Server;
let port: number;
let clock: ManualClock;
let taken = 0;

const takes: RequestListener = (incoming, response) => {
  incoming.on('data', ({ length }: Buffer) => (taken += length)).on('end', () => response.end('ok'));
};

async function started(listener = takes): Promise<void> {
  taken = 0;
  clock = new ManualClock();
  server = httpServer(listener, clock);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
}

afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

/** A request of which the body is still to come. The engine has seen it when this resolves. */
async function begun(...headers: readonly (readonly [string, string])[]): Promise<Wire> {
  const wire = await Wire.to(port);
  const waiting = clock.waiting;
  wire.send(request(port, { method: 'POST', headers }));
  await until('it waits for the body', () => clock.waiting > waiting);
  return wire;
}

async function isLate(wire: Wire): Promise<void> {
  const { status, detail } = expectSomeProblem(await wire.reply());
  expect([status, detail]).toEqual([408, expect.stringContaining('did not arrive in time')]);
  await within('the end of the connection', wire.closed);
  expect(clock.waiting).toBe(0);
}

verifies(
  ['security.limits', 'security.slow-senders'],
  'a body that is not complete in time is refused, however it is sent',
  async () => {
    await started();
    // Much of a body of another kind is not enough.
    const much = Buffer.alloc(httpLimits.pacedBytes, 'x');
    for (const [header, sent] of [
      [['Content-Length', String(LONG)], much],
      [['Transfer-Encoding', 'chunked'], '5\r\nab'],
    ] as const) {
      const wire = await begun(['Content-Type', 'application/json'], header);
      await clock.advance(httpLimits.requestMs - 1);
      wire.send(sent);
      await until('it has arrived', () => taken >= (sent === much ? much.length : 2));
      expect(wire.ended).toBe(false);
      await clock.advance(1);
      await isLate(wire);
      taken = 0;
    }
    expect((await ask(port)).body).toBe('ok');
  },
);

verifies('backups.upload.paced', 'bytes go on for as long as they arrive, and no longer', async () => {
  await started();
  const wire = await begun(OCTETS, ['Content-Length', String(LONG)]);
  for (let nth = 1; nth <= 5; nth += 1) {
    wire.send(Buffer.alloc(httpLimits.pacedBytes, 'x'));
    await until('all of it has arrived', () => taken === nth * httpLimits.pacedBytes);
    await clock.advance(httpLimits.requestMs);
    expect(wire.ended).toBe(false);
  }
  // A client that only keeps the connection busy.
  wire.send(Buffer.alloc(httpLimits.pacedBytes / 2, 'x'));
  await until('it has arrived', () => taken > 5 * httpLimits.pacedBytes);
  await clock.advance(httpLimits.requestMs);
  await isLate(wire);
});

verifies('backups.upload.paced', 'what the engine has not taken yet does not count as late', async () => {
  const incoming = Promise.withResolvers<IncomingMessage>();
  await started((found) => incoming.resolve(found));
  const wire = await begun(OCTETS, ['Content-Length', String(LONG)]);
  wire.send(Buffer.alloc(1_000, 'x'));
  const found = await incoming.promise;
  await until('it has arrived', () => found.readableLength === 1_000);
  await clock.advance(3 * httpLimits.requestMs);
  expect(wire.ended).toBe(false);
  found.resume();
  await until('it is taken', () => found.readableLength === 0);
  await clock.advance(httpLimits.requestMs);
  await isLate(wire);
});

verifies('backups.upload.paced', 'a body that is complete is waited for no longer', async () => {
  await started();
  const wire = await begun(OCTETS, ['Content-Length', '4']);
  wire.send('done');
  expect((await wire.reply()).body).toBe('ok');
  expect(clock.waiting).toBe(0);
});

verifies('security.slow-senders', 'a client that goes on after its refusal is disconnected', async () => {
  await started((_incoming, response) => void response.writeHead(413).end());
  const wire = await begun(['Content-Type', 'application/json'], ['Content-Length', String(LONG)]);
  expect((await wire.reply()).status).toBe(413);
  await clock.advance(httpLimits.requestMs - 1);
  wire.send('a');
  expect(wire.ended).toBe(false);
  await clock.advance(1);
  await within('the end of the connection', wire.closed);
});
