import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from '@jest/globals';
import { startTestWeb } from '../../harness/web-port.ts';
import { verifies } from '../../spec/verifies.ts';
import { request, until, Wire, within } from '../http/wire.ts';
import { standIn } from './engine-stand-in.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

verifies('web.streams', 'headers and each piece pass at once', async () => {
  const said = Promise.withResolvers<(piece: string) => void>();
  const stand = await standIn((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    said.resolve((piece) => void response.write(piece));
  });
  const web = await startTestWeb(stand.url);
  const wire = await Wire.to(web.port);
  wire.send(request(web.port, { target: '/api/x' }));
  expect((await within('the headers', wire.head())).header('content-type')).toBe('text/event-stream');
  const say = await said.promise;
  for (const piece of ['id: 1\n\n', 'id: 2\n\n', ': heartbeat\n\n']) {
    say(piece);
    expect((await wire.chunk()).toString()).toBe(piece);
  }
  wire.destroy();
});

verifies(
  'web.streams',
  'a client that leaves ends the request at the engine, before and during the answer',
  async () => {
    for (const hasBegun of [false, true]) {
      const left = Promise.withResolvers<string>();
      const asked = Promise.withResolvers<void>();
      const stand = await standIn((_request, response) => {
        if (hasBegun) response.write('begun');
        asked.resolve();
        response.once('close', () => left.resolve('left'));
      });
      const web = await startTestWeb(stand.url);
      const wire = await Wire.to(web.port);
      wire.send(request(web.port, { target: '/api/x' }));
      await asked.promise;
      if (hasBegun) await wire.head();
      wire.destroy();
      expect(await within('the engine to be told', left.promise)).toBe('left');
    }
  },
);

verifies('web.streams', 'an engine that dies during a stream cuts it off, and does not end it', async () => {
  const stand = await standIn((request, response) => {
    response.write('part');
    setImmediate(() => request.socket.destroy());
  });
  const web = await startTestWeb(stand.url);
  const response = await fetch(`${web.baseUrl}/api/x`);
  await expect(response.text()).rejects.toThrow();
});

const MB = 2 ** 20;

verifies('web.streams', 'a reader that stops holds up its own stream, and fills no memory', async () => {
  const PIECES = 96;
  const given = new Map<string, number>();
  const stand = await standIn((request, response) => {
    const name = request.url ?? '';
    function* pieces() {
      for (let nth = 0; nth < PIECES; nth += 1) {
        given.set(name, nth + 1);
        yield Buffer.alloc(MB, 'x');
      }
    }
    Readable.from(pieces(), { highWaterMark: 1 })
      .pipe(response)
      .on('error', () => undefined);
  });
  const web = await startTestWeb(stand.url);
  const slow = await Wire.to(web.port);
  slow.socket.pause();
  slow.send(request(web.port, { target: '/api/slow' }));
  await until('the slow stream began', () => (given.get('/api/slow') ?? 0) > 0);
  collectGarbage();
  const before = process.memoryUsage();
  const response = await fetch(`${web.baseUrl}/api/fast`);
  let bytes = 0;
  for await (const piece of response.body ?? []) bytes += (piece as Uint8Array).length;
  expect(bytes).toBe(PIECES * MB);
  // What the sockets of both connections buffer; the rest waits at the engine.
  expect(given.get('/api/slow')).toBeLessThan(24);
  // Buffers are freed some time after a collection; what the slow stream holds would stay.
  await until('no more than that is held', () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers - before.arrayBuffers < 24 * MB;
  });
  const gone = once(slow.socket, 'close');
  slow.destroy();
  await gone;
});
