import { gzipSync, brotliCompressSync } from 'node:zlib';
import { afterEach, describe, expect } from '@jest/globals';
import { REMOTE_CLIENT, type Web, type WebMethod, type WebRequest } from '../../src/core/ports/web.ts';
import { startWebServer, type WebArrival, type WebServer } from '../servers/web-server.ts';
import { ManualClock } from '../doubles/manual-clock.ts';
import { verifies } from '../spec/verifies.ts';
import type { ServerResponse } from 'node:http';

export interface WebSetting {
  readonly clock: ManualClock;
  /** DNS results; an unlisted name does not exist. A public address leads to loopback. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly local?: readonly string[];
  readonly ownPorts?: ReadonlySet<number>;
}

const NAMES = {
  'one.example': ['93.184.216.34'],
  'two.example': ['93.184.216.35', '2606:2800:220:1::1'],
  'xn--bcher-kva.example': ['93.184.216.36'],
  'six.example': ['2606:2800:220:1::1'],
  'inside.example': ['10.0.0.7'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'many.example': Array.from({ length: 1_000 }, (_, index) => `93.184.${index >> 8}.${index & 255}`),
  'last.example': [...Array.from({ length: 999 }, () => '93.184.216.34'), '192.168.1.1'],
  'metadata.google.internal': ['169.254.169.254'],
};

/** Every spelling of an address of this machine, of its network, or of an unassigned range. */
const NOT_PUBLIC = [
  '127.0.0.1', '127.1', '2130706433', '0x7f.1', '0x7f000001', '0177.0.0.1', '017700000001', '１２７.０.０.１',
  '①②⑦.⓪.⓪.①', '127.0.0.1.', '0.0.0.0', '0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1',
  '169.254.169.254', '169.254.0.1', '100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.1', '192.0.0.192',
  '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1', '240.0.0.1',
  '255.255.255.255', '192.88.99.1', '[::]', '[::1]', '[::7f00:1]', '[::127.0.0.1]', '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]', '[::ffff:8.8.8.8]', '[0:0:0:0:0:ffff:7f00:1]', '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::1]', '[2001:db8::1]', '[fe80::1]', '[fec0::1]',
  '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[100::1]', '[2606:4700::5efe:7f00:1]', '[2606:4700::200:5efe:7f00:1]',
  'localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'inside.example', 'INSIDE.example.', 'mixed.example',
  'last.example', 'metadata.google.internal',
]; // prettier-ignore

/** What is refused before a name is looked up. */
const NO_URL = [
  'file:///etc/passwd', 'data:text/plain,x', 'gopher://one.example/', 'ftp://one.example/', 'unix:/tmp/x',
  'http://user@one.example/', 'http://user:pass@one.example/', 'http://one.example\\@inside.example/', '//one.example/',
  'http://one.example/\r\nX: y', 'http://one.example/\u0000', 'http://one.example/a b', '/etc/passwd', '', 'javascript:1',
  'http://[fe80::1%25lo]/', 'http://one.example%00.example/', 'ht\ntp://one.example/', 'http://./', 'http://one.example../',
  `http://one.example/${'x'.repeat(9_000)}`, 'http://one.example/\ud800', 'http://256.1.1.1/', 'ws://one.example/',
]; // prettier-ignore

export function describeWeb(name: string, webFor: (setting: WebSetting) => Web): void {
  describe(`${name} as Web`, () => {
    const servers: WebServer[] = [];
    const clock = new ManualClock();
    const never = new AbortController().signal;

    afterEach(async () => {
      await Promise.all(servers.splice(0).map((server) => server.close()));
      expect(clock.waiting).toBe(0);
    });

    const serve = async (
      answer?: (request: WebArrival, response: ServerResponse) => void,
    ): Promise<WebServer> => {
      const server = await startWebServer(answer);
      servers.push(server);
      return server;
    };
    const get = (url: string): WebRequest => ({ method: 'GET', personId: null, url, maxBytes: 1_000 });
    const web = (more: Partial<WebSetting> = {}): Web => webFor({ clock, names: NAMES, ...more });
    const send = (request: WebRequest, more: Partial<WebSetting> = {}) => web(more).send(request, never);
    const refused = async (request: WebRequest, more: Partial<WebSetting> = {}): Promise<string> =>
      await send(request, more).then(
        ({ status }) => `answered ${status}`,
        (error: { code: string }) => error.code,
      );
    const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);

    verifies('security.outbound.names', 'requests a public host, whose name stays in Host', async () => {
      const server = await serve((_, response) => {
        response.setHeader('X-Their', 'yes');
        response.statusCode = 404;
        response.end('nothing');
      });
      const url = `http://One.Example.:${server.port}/a/../b?q=1#part`;
      const reply = await send({ ...get(url), headers: { Accept: 'text/html' } });
      expect(reply).toMatchObject({
        status: 404,
        url: `http://one.example:${server.port}/b?q=1`,
        headers: { 'x-their': 'yes' },
        isCut: false,
      });
      expect(textOf(reply.body)).toBe('nothing');
      expect(server.arrived).toMatchObject([
        {
          method: 'GET',
          path: '/b?q=1',
          headers: { host: `one.example:${server.port}`, accept: 'text/html' },
        },
      ]);
    });

    verifies(
      'security.outbound.names',
      'requests by IPv6, by IDN, by a public literal, and of a thousand addresses',
      async () => {
        const server = await serve();
        for (const host of [
          'six.example',
          'bücher.example',
          '93.184.216.34',
          '[2606:2800:220:1::1]',
          'many.example',
        ])
          expect([host, (await send(get(`http://${host}:${server.port}/`))).status]).toEqual([host, 200]);
        expect(server.arrived).toHaveLength(5);
      },
    );

    verifies('security.outbound.addresses', 'reaches no private address, in any spelling', async () => {
      const server = await serve();
      for (const host of NOT_PUBLIC)
        expect([host, await refused(get(`http://${host}:${server.port}/`))]).toEqual([
          host,
          'address_not_allowed',
        ]);
      expect(server.arrived).toEqual([]);
    });

    verifies('security.outbound.addresses', 'refuses with one text, whatever the reason', async () => {
      const texts = await Promise.all(
        ['10.0.0.1', 'localhost', 'mixed.example', '[::1]'].map((host) =>
          send(get(`http://${host}/`)).catch((error: Error) => error.message),
        ),
      );
      expect(new Set(texts).size).toBe(1);
    });

    verifies('security.outbound.addresses', 'only an allowed host may be local', async () => {
      const server = await serve();
      const local = [`http://localhost:${server.port}`, `http://127.0.0.1:${server.port}`];
      expect((await send(get(`http://127.0.0.1:${server.port}/x`), { local })).status).toBe(200);
      expect((await send(get(`http://localhost:${server.port}/x`), { local })).status).toBe(200);
      const metadata = 'http://169.254.169.254';
      for (const url of [
        `http://127.0.0.2:${server.port}/`,
        `https://127.0.0.1:${server.port}/`,
        `${metadata}/`,
      ])
        expect(await refused(get(url), { local: [...local, metadata] })).toBe('address_not_allowed');
    });

    verifies(
      'security.outbound.addresses',
      'never reaches the ports of the engine, even when they are allowed',
      async () => {
        const server = await serve();
        const ownPorts = new Set([server.port]);
        for (const host of ['127.0.0.1', 'localhost', '127.0.0.9']) {
          const origin = `http://${host}:${server.port}`;
          expect(await refused(get(`${origin}/`), { local: [origin], ownPorts })).toBe('address_not_allowed');
        }
        expect(server.arrived).toEqual([]);
      },
    );

    verifies(
      'security.outbound.addresses',
      'tells what listens on this machine that the owner did not send the request, whatever the agent says',
      async () => {
        const server = await serve();
        const origin = `http://127.0.0.1:${server.port}`;
        await send({ ...get(`${origin}/`), headers: { [REMOTE_CLIENT]: '0' } }, { local: [origin] });
        expect(server.arrived[0]?.headers[REMOTE_CLIENT]).toBe('1');
      },
    );

    verifies('security.outbound.names', 'a name without addresses is refused', async () => {
      expect(await refused(get('http://nobody.example/'))).toBe('host_not_found');
    });

    verifies(
      'security.outbound.smuggling',
      'accepts http and https only, and no ambiguous text',
      async () => {
        for (const url of NO_URL) expect([url, await refused(get(url))]).toEqual([url, 'invalid_url']);
        for (const port of [22, 25, 587, 6667])
          expect(await refused(get(`http://one.example:${port}/`))).toBe('port_not_allowed');
      },
    );

    verifies(
      'security.outbound.smuggling',
      'refuses a header that ends its line, or that the transport itself sets',
      async () => {
        const server = await serve();
        const headers = [
        { 'X-A': 'a\r\nX-B: b' }, { 'X-A': 'a\nb' }, { 'X-A': 'a\u0000' }, { 'X-A\r\nX-B': 'b' }, { 'X A': 'b' }, { '': 'b' },
        { Host: 'inside.example' }, { 'Content-Length': '3' }, { 'Transfer-Encoding': 'chunked' }, { Connection: 'close' },
        { Upgrade: 'h2c' }, { Expect: '100-continue' }, { 'Proxy-Authorization': 'x' }, { TE: 'trailers' }, { 'X-A': '日' },
        { 'x-a': '1', 'X-A': '2' },
      ]; // prettier-ignore
        for (const each of headers as readonly Record<string, string>[]) {
          const request = { ...get(`http://one.example:${server.port}/`) };
          expect([each, await refused({ ...request, headers: each })]).toEqual([each, 'invalid_header']);
          expect([each, await refused({ ...request, credentials: each })]).toEqual([each, 'invalid_header']);
        }
        for (const method of ['CONNECT', 'TRACE', 'get', 'GET / HTTP/1.1\r\n'])
          expect(
            await refused({ ...get(`http://one.example:${server.port}/`), method: method as WebMethod }),
          ).toBe('invalid_header');
        expect(server.arrived).toEqual([]);
      },
    );

    verifies(
      'security.outbound.redirects',
      'follows five redirects within an origin with everything that was sent, and refuses the sixth',
      async () => {
        const server = await serve(({ path }, response) => {
          const left = Number(path.slice(1));
          if (left > 0) response.writeHead(307, { location: `/${left - 1}` });
          response.end('there');
        });
        const request: WebRequest = {
          ...get(`http://one.example:${server.port}/5`),
          method: 'POST',
          body: 'b',
          headers: { 'x-a': 'a' },
          credentials: { authorization: 'Bearer c' },
        };
        expect(await send(request)).toMatchObject({
          status: 200,
          url: `http://one.example:${server.port}/0`,
        });
        expect(server.arrived).toHaveLength(6);
        expect(server.arrived[5]).toMatchObject({
          method: 'POST',
          body: 'b',
          headers: { 'x-a': 'a', authorization: 'Bearer c' },
        });
        expect(await refused({ ...request, url: `http://one.example:${server.port}/6` })).toBe(
          'too_many_redirects',
        );
        const loop = await serve((_, response) => response.writeHead(302, { location: '/' }).end());
        expect(await refused(get(`http://one.example:${loop.port}/`))).toBe('too_many_redirects');
        expect(loop.arrived).toHaveLength(6);
      },
    );

    verifies(
      'security.outbound.redirects',
      'carries nothing to another origin: no header, no credential, no body',
      async () => {
        const other = await serve();
        for (const status of [301, 302, 303]) {
          const server = await serve((_, response) =>
            response
              .writeHead(status, { location: `http://two.example:${other.port}/t?x=1`, 'set-cookie': 'a=b' })
              .end(),
          );
          await send({
            ...get(`http://one.example:${server.port}/`),
            method: 'POST',
            body: 'the body',
            headers: { accept: 'text/plain', 'x-api-key': 'k', cookie: 'c=1', 'content-type': 'text/plain' },
            credentials: { authorization: 'Bearer c', 'x-own': 'v' },
          });
        }
        expect(other.arrived).toHaveLength(3);
        for (const { method, body, headers } of other.arrived) {
          expect([method, body]).toEqual(['GET', '']);
          expect(Object.keys(headers).toSorted()).toEqual([
            'accept',
            'accept-encoding',
            'connection',
            'host',
            'user-agent',
          ]);
        }
      },
    );

    verifies('security.outbound.redirects', 'does not redirect a write to another origin', async () => {
      const other = await serve();
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
        for (const status of [307, 308]) {
          const server = await serve((_, response) =>
            response.writeHead(status, { location: `http://two.example:${other.port}/` }).end(),
          );
          const request = { ...get(`http://one.example:${server.port}/`), method, body: 'b' };
          expect(await refused(request)).toBe('redirect_refused');
        }
      expect(other.arrived).toEqual([]);
    });

    verifies(
      ['security.outbound.redirects', 'security.outbound.addresses'],
      'judges each hop like the first',
      async () => {
        const inside = await serve();
        const table = [
          [`http://127.0.0.1:${inside.port}/`, 'address_not_allowed'],
          [`http://[::ffff:7f00:1]:${inside.port}/`, 'address_not_allowed'],
          [`http://mixed.example:${inside.port}/`, 'address_not_allowed'],
          ['file:///etc/passwd', 'invalid_url'],
          [`http://user:pass@two.example:${inside.port}/`, 'invalid_url'],
          [`//user@two.example:${inside.port}/`, 'invalid_url'],
          ['http://two.example:25/', 'port_not_allowed'],
        ] as const;
        for (const [location, code] of table) {
          const server = await serve((_, response) => response.writeHead(302, { location }).end());
          expect([location, await refused(get(`http://one.example:${server.port}/`))]).toEqual([
            location,
            code,
          ]);
        }
        expect(inside.arrived).toEqual([]);
      },
    );

    verifies(
      'security.outbound.redirects',
      'asks before it follows a redirect, and stops when refused',
      async () => {
        const other = await serve();
        const server = await serve((_, response) =>
          response.writeHead(302, { location: `http://two.example:${other.port}/api/` }).end(),
        );
        const asked: string[] = [];
        const request: WebRequest = {
          ...get(`http://one.example:${server.port}/`),
          beforeRedirect: async ({ url, method }) => {
            asked.push(`${method} ${url.hostname}${url.pathname}`);
            throw Object.assign(new Error('not there'), { name: 'Refusal', code: 'told_so' });
          },
        };
        expect(await refused(request)).toBe('told_so');
        expect(asked).toEqual(['GET two.example/api/']);
        expect(other.arrived).toEqual([]);
      },
    );

    verifies(
      'security.outbound.replies',
      'counts decoded bytes, of a bomb and of an endless body',
      async () => {
        const zeros = Buffer.alloc(10 * 1024 * 1024);
        const bombs = {
          gzip: gzipSync(zeros),
          br: brotliCompressSync(zeros),
          'gzip, gzip': gzipSync(gzipSync(zeros)),
        };
        for (const [encoding, bytes] of Object.entries(bombs)) {
          const server = await serve((_, response) =>
            response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
          );
          const { body, isCut } = await send(get(`http://one.example:${server.port}/`));
          expect([encoding, body.length, isCut]).toEqual([encoding, 1_000, true]);
        }
        const endless = await serve((_, response) => {
          const more = () => {
            while (response.writable && response.write('x'.repeat(10_000)));
          };
          response.on('drain', more);
          more();
        });
        expect(await send(get(`http://one.example:${endless.port}/`))).toMatchObject({ isCut: true });
      },
    );

    verifies(
      'security.outbound.replies',
      'decodes an encoded body, and refuses one that does not match its encoding',
      async () => {
        const told = 'grüße';
        const good = {
          gzip: gzipSync(told),
          br: brotliCompressSync(told),
          identity: Buffer.from(told),
          'br, gzip': gzipSync(brotliCompressSync(told)),
        };
        const bad = {
          gzip: Buffer.from('no gzip'),
          br: Buffer.from('no brotli'),
          zstd: Buffer.from('x'),
          'gzip,gzip,gzip': gzipSync('x'),
        };
        const answer = async (encoding: string, bytes: Uint8Array) => {
          const server = await serve((_, response) =>
            response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
          );
          return get(`http://one.example:${server.port}/`);
        };
        for (const [encoding, bytes] of Object.entries(good))
          expect(textOf((await send(await answer(encoding, bytes))).body)).toBe(told);
        for (const [encoding, bytes] of Object.entries(bad))
          expect([encoding, await refused(await answer(encoding, bytes))]).toEqual([
            encoding,
            'reply_unreadable',
          ]);
        const cut = await answer('gzip', gzipSync('x'.repeat(10_000)).subarray(0, 20));
        expect(await refused(cut)).toBe('reply_unreadable');
      },
    );

    verifies('security.outbound.replies', 'refuses an endless header and a broken reply', async () => {
      const large = await serve((_, response) =>
        response.writeHead(200, { 'x-large': 'x'.repeat(30_000) }).end(),
      );
      expect(await refused(get(`http://one.example:${large.port}/`))).toBe('reply_unreadable');
      const noHttp = await serve((_, response) => response.socket?.end('SSH-2.0-x\r\n'));
      expect(await refused(get(`http://one.example:${noHttp.port}/`))).toBe('reply_unreadable');
      const gone = await serve((_, response) => response.destroy());
      expect(await refused(get(`http://one.example:${gone.port}/`))).toBe('host_not_reached');
      const short = await serve((_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('ten bytes!');
        response.socket?.end();
      });
      expect(await refused(get(`http://one.example:${short.port}/`))).toBe('reply_unreadable');
    });

    verifies(
      'security.outbound.replies',
      'ends when its time is over, before the head and in the body',
      async () => {
        for (const begin of [() => undefined, (response: ServerResponse) => response.write('begun')]) {
          const server = await serve((_, response) => void begin(response));
          const going = refused({ ...get(`http://one.example:${server.port}/`), ms: 10_000 });
          await server.reached(1);
          await clock.advance(9_999);
          const still = await Promise.race([going, Promise.resolve('still going')]);
          expect(still).toBe('still going');
          await clock.advance(1);
          expect(await going).toBe('reply_too_late');
        }
      },
    );

    verifies('security.outbound.replies', 'ends at once on abort', async () => {
      const server = await serve(() => undefined);
      const stop = new AbortController();
      const going = web().send(get(`http://one.example:${server.port}/`), stop.signal);
      const outcome = going.catch((error: { code: string }) => error.code);
      await server.reached(1);
      stop.abort();
      expect(await outcome).toBe('web_stopped');
    });
  });
}
