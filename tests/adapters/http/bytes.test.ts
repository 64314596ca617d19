import { afterEach, expect } from '@jest/globals';
import { bytes, type HttpRows } from '../../../src/contract/row.ts';
import { ask, request, until, Wire } from '../../e2e/http/wire.ts';
import { verifies } from '../../spec/verifies.ts';
import { serveRows, type TestApp } from './test-app.ts';

let app: TestApp;
afterEach(() => app.close());

const of = (body: AsyncIterable<Uint8Array>, fileName?: string): HttpRows => ({
  file: bytes({
    route: 'GET /api/file',
    who: 'open',
    summary: '',
    refuses: [],
    handle: async () => ({ contentType: 'text/html', body, ...(fileName === undefined ? {} : { fileName }) }),
  }),
});

async function* parts(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

verifies(
  'security.no-store',
  'bytes with a name are an attachment, never inline, whatever their declared type',
  async () => {
    for (const [name, shown] of [
      ['a.html', 'filename=a.html'],
      ['a "b".html', 'filename="a \\"b\\".html"'],
      ['ä\u{1F600}.html', `filename="???.html"; filename*=UTF-8''%C3%A4%F0%9F%98%80.html`],
      [
        'a\r\nSet-Cookie: x=1.html',
        `filename="a??Set-Cookie: x=1.html"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1.html`,
      ],
      ['../../etc/passwd', 'filename=passwd'],
    ] as const) {
      app = await serveRows(of(parts('<script>', 'x'), name));
      const reply = await ask(app.port, { target: '/api/file' });
      expect([reply.status, reply.body]).toEqual([200, '<script>x']);
      expect(reply.header('content-disposition')).toBe(`attachment; ${shown}`);
      expect(reply.header('content-type')).toBe('text/html');
      expect(reply.header('x-content-type-options')).toBe('nosniff');
      expect(reply.header('cache-control')).toBe('no-store');
      expect(reply.header('content-security-policy')).toContain("default-src 'self'");
      expect(reply.header('set-cookie')).toBeNull();
      await app.close();
    }
    app = await serveRows(of(parts()));
  },
);

verifies(
  'streams.slow-readers',
  'a client that disconnects during a download frees the source, and a slow reader buffers little',
  async () => {
    let given = 0;
    let isFreed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          given += 1;
          yield Buffer.alloc(64 * 1024);
        }
      } finally {
        isFreed = true;
      }
    }
    app = await serveRows(of(endless(), 'a.bin'));
    const wire = await Wire.to(app.port);
    wire.socket.pause();
    wire.send(request(app.port, { target: '/api/file' }));
    let before = -1;
    await until('the sender waits for its reader', async () => {
      const stands = given > 0 && given === before;
      before = given;
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
      return stands;
    });
    expect(isFreed).toBe(false);
    expect(given * 64).toBeLessThan(16 * 1024);
    wire.socket.resetAndDestroy();
    await until('the source is let go', () => isFreed);
    expect(app.log.events('error')).toEqual([]);
  },
);

verifies('history.large', 'other work runs between two pieces, however fast the reader is', async () => {
  let turns = 0;
  const between: number[] = [];
  async function* quick(): AsyncGenerator<Uint8Array> {
    for (let piece = 0; piece < 5; piece++) {
      between.push(turns);
      setImmediate(() => (turns += 1));
      yield Buffer.from('x');
    }
  }
  app = await serveRows(of(quick()));
  expect((await ask(app.port, { target: '/api/file' })).body).toBe('xxxxx');
  expect(between).toEqual([0, 1, 2, 3, 4]);
});

verifies('security.fuzz', 'a client that disconnects before anything is sent causes no fault', async () => {
  const [asked, gone] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<void>()];
  let isFreed = false;
  const body: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.reject(new Error('must not be read')),
      return: async () => {
        isFreed = true;
        return { done: true, value: undefined };
      },
    }),
  };
  const row = bytes({
    route: 'GET /api/file',
    who: 'open',
    summary: '',
    refuses: [],
    handle: async (_services, { signal }) => {
      asked.resolve(signal);
      await gone.promise;
      return { contentType: 'text/plain', body };
    },
  });
  app = await serveRows({ file: row });
  const wire = await Wire.to(app.port);
  wire.send(request(app.port, { target: '/api/file' }));
  const signal = await asked.promise;
  wire.socket.resetAndDestroy();
  await until('the reader is known to be gone', () => signal.aborted);
  gone.resolve();
  await until('the source is let go', () => isFreed);
  expect(app.log.events('error')).toEqual([]);
});
