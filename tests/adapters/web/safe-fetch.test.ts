import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { SafeFetch } from '../../../src/adapters/out/web/safe-fetch.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { startWebServer } from '../../servers/web-server.ts';
import { describeWeb } from '../../ports/web.contract.ts';
import { verifies } from '../../spec/verifies.ts';

const PUBLIC = /^(93\.184\.|2606:2800:)/u;
/** Addresses judged public lead to the test's servers; others lead to themselves. */
const dial = (address: string): string => (PUBLIC.test(address) ? '127.0.0.1' : address);
const never = new AbortController().signal;

describeWeb('SafeFetch', ({ clock, names, local = [], ownPorts = new Set<number>() }) => {
  return new SafeFetch({
    clock,
    userAgent: 'svc/test',
    ownPorts,
    mayBeLocal: (origin) => local.includes(origin),
    resolve: async (name) => names[name] ?? [],
    dial,
  });
});

/** The first bytes that a listener received over a TLS connection. */
async function firstBytes(): Promise<{ readonly port: number; readonly got: Promise<Buffer> }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const got = once(server, 'connection').then(async ([socket]) => {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    server.close();
    return bytes;
  });
  return { port: (server.address() as AddressInfo).port, got };
}

verifies(
  'security.outbound.names',
  'TLS uses the name, not the address, and HTTP/2 is not offered',
  async () => {
    const { port, got } = await firstBytes();
    const web = new SafeFetch({
      clock: systemClock,
      userAgent: 'svc/test',
      ownPorts: new Set(),
      mayBeLocal: () => false,
      resolve: async () => ['93.184.216.34'],
      dial,
    });
    const asked = web.send(
      { method: 'GET', personId: null, url: `https://one.example:${port}/`, maxBytes: 1 },
      never,
    );
    await expect(asked).rejects.toMatchObject({ code: 'host_not_reached' });
    const hello = (await got).toString('latin1');
    expect([hello.includes('one.example'), hello.includes('http/1.1'), hello.includes('\u0002h2')]).toEqual([
      true,
      true,
      false,
    ]);
  },
);

verifies('security.outbound.names', 'a name is looked up once: later answers change nothing', async () => {
  const answers = [['93.184.216.34'], ['127.0.0.1']];
  const dialed: string[] = [];
  const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const web = new SafeFetch({
    clock: systemClock,
    userAgent: 'svc/test',
    ownPorts: new Set(),
    mayBeLocal: () => false,
    resolve: async () => answers.shift() ?? [],
    dial: (address) => {
      dialed.push(address);
      return dial(address);
    },
  });
  const request = {
    method: 'GET',
    personId: null,
    url: `http://turn.example:${(server.address() as AddressInfo).port}/`,
    maxBytes: 9,
  } as const;
  expect((await web.send(request, never)).status).toBe(200);
  await expect(web.send(request, never)).rejects.toMatchObject({ code: 'address_not_allowed' });
  expect(dialed).toEqual(['93.184.216.34']);
  server.close();
});

verifies(
  ['security.outbound.names', 'security.outbound.redirects'],
  'a name that means this machine by the time of a redirect, or of the next request, is refused there',
  async () => {
    const server = await startWebServer(({ path }, response) => {
      const { port } = server;
      const location = path === '/same' ? '/' : `http://other.example:${port}/`;
      response.writeHead(302, { location }).end();
    });
    for (const later of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', '::ffff:a9fe:a9fe'])
      for (const location of ['same', 'other']) {
        const [looked, dialed]: [string[], string[]] = [[], []];
        const web = new SafeFetch({
          clock: systemClock,
          userAgent: 'svc/test',
          ownPorts: new Set(),
          mayBeLocal: () => false,
          resolve: async (name) => {
            looked.push(name);
            // The other name is rebound, too: its first answer is not the one to be judged.
            return looked.length === 1 ? ['93.184.216.34'] : ['93.184.216.34', later];
          },
          dial: (address) => {
            dialed.push(address);
            return dial(address);
          },
        });
        const before = server.arrived.length;
        const url = `http://turn.example:${server.port}/${location}`;
        await expect(
          web.send({ method: 'GET', personId: null, url, maxBytes: 9 }, never),
        ).rejects.toMatchObject({
          code: 'address_not_allowed',
        });
        expect([looked.length, dialed, server.arrived.length - before]).toEqual([2, ['93.184.216.34'], 1]);
      }
    await server.close();
  },
);

test('a resolver that does not answer is abandoned', async () => {
  const clock = new ManualClock();
  const web = new SafeFetch({
    clock,
    userAgent: 'svc/test',
    ownPorts: new Set(),
    mayBeLocal: () => false,
    resolve: () => new Promise(() => undefined),
  });
  const asked = web.send({ method: 'GET', personId: null, url: 'http://slow.example/', maxBytes: 1 }, never);
  const outcome = asked.catch((error: { code: string }) => error.code);
  await clock.advance(5_000);
  expect([await outcome, clock.waiting]).toEqual(['host_not_found', 0]);
});
