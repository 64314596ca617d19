import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { appendFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { isLostConnection } from '../../../src/adapters/in/cli/attach.ts';
import {
  FileChanged,
  socketTransport,
  type SocketTransport,
} from '../../../src/adapters/in/cli/socket-transport.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';

type Answers = (request: IncomingMessage, response: ServerResponse) => unknown;

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of open.splice(0)) await end();
});

async function serving(answers: Answers): Promise<SocketTransport & { readonly connections: () => number }> {
  let connections = 0;
  const server = createServer((request, response) => void answers(request, response));
  server.on('connection', () => (connections += 1));
  const path = join(temporaryDir(), 's');
  server.listen(path);
  await once(server, 'listening');
  const transport = socketTransport(path);
  open.push(() => {
    transport.close();
    server.closeAllConnections();
    server.close();
  });
  return { ...transport, connections: () => connections };
}

const get = { method: 'GET', headers: {} };

test('sends method, headers and body, and gives status, headers and text', async () => {
  const { send } = await serving(async (request, response) => {
    response.writeHead(201, { 'x-a': ['1', '2'], 'content-type': 'text/plain' });
    response.end(`${request.method} ${request.url} ${request.headers['x-b']} ${await textOf(request)} ü`);
  });
  const bodies = ['{"a":"ö"}', new TextEncoder().encode('bytes'), new Blob(['a ', 'blob'])];
  for (const [method, body] of bodies.flatMap((one) => [['POST', one] as const, ['DELETE', one] as const])) {
    const answer = await send('/api/x?y=1', { method, headers: { 'x-b': 'b' }, body });
    expect([answer.ok, answer.status, answer.headers.get('X-A'), answer.headers.get('x-none')]).toEqual([
      true,
      201,
      '1, 2',
      null,
    ]);
    const said = typeof body === 'string' ? body : await new Response(body).text();
    expect(await answer.text()).toBe(`${method} /api/x?y=1 b ${said} ü`);
  }
});

test('asks for what the caller accepts, and otherwise for anything', async () => {
  const { send } = await serving(({ headers }, response) => response.end(headers.accept));
  expect(await (await send('/', get)).text()).toBe('*/*');
  expect(await (await send('/', { ...get, headers: { accept: 'a/b' } })).text()).toBe('a/b');
});

test('uses a connection again once its answer was read', async () => {
  const { send, connections } = await serving((_, response) => response.writeHead(204).end());
  for (let nth = 0; nth < 5; nth += 1) expect(await (await send('/', get)).text()).toBe('');
  expect(connections()).toBe(1);
});

test('a signal stops its own request, and not the next one on the connection', async () => {
  const { send, connections } = await serving((_, response) => response.end('x'));
  let stopped = 0;
  for (let nth = 0; nth < 20; nth += 1) {
    const stop = new AbortController();
    const { body } = await send('/', { ...get, signal: stop.signal });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    while (!(await reader.read()).done) stopped += 1;
    const after = send('/', get);
    stop.abort();
    expect(await (await after).text()).toBe('x');
  }
  expect([stopped, connections()]).toEqual([20, 1]);
});

test('gives a body as it arrives, and closes the connection when its reader leaves', async () => {
  let left: Promise<unknown> | undefined;
  const { send } = await serving((_, response) => {
    left = once(response, 'close');
    response.write('one');
  });
  const { body } = await send('/', get);
  for await (const piece of body as ReadableStream<Uint8Array>) {
    expect(Buffer.from(piece).toString()).toBe('one');
    break;
  }
  await left;
});

test('is stopped by its signal, with its reason, before and in an answer', async () => {
  const { send } = await serving((request, response) => request.url === '/begun' && response.write('x'));
  const reason = new Error('enough');
  await expect(send('/', { ...get, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  for (const path of ['/silent', '/begun']) {
    const stop = new AbortController();
    const asked = send(path, { ...get, signal: stop.signal }).then((answer) => answer.text());
    setImmediate(() => stop.abort(reason));
    await expect(asked).rejects.toBe(reason);
  }
  // An answer that was not read yet, or never is.
  const stop = new AbortController();
  const [read, left] = await Promise.all(
    ['/begun', '/begun'].map((path) => send(path, { ...get, signal: stop.signal })),
  );
  stop.abort(reason);
  await new Promise((turn) => setImmediate(turn));
  await expect(read?.text()).rejects.toBe(reason);
  expect(left?.status).toBe(200);
  const late = send('/silent', { ...get, signal: AbortSignal.timeout(1) });
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a server that is gone, that hangs up, or that breaks off is a lost connection', async () => {
  const { send, close } = await serving((request, response) => {
    if (request.url === '/none') request.socket.destroy();
    if (request.url === '/part') response.write('half', () => request.socket.destroy());
  });
  const lost = (asked: Promise<unknown>) => asked.then(() => false, isLostConnection);
  expect(await lost(socketTransport(join(temporaryDir(), 'none')).send('/', get))).toBe(true);
  expect(await lost(send('/none', get))).toBe(true);
  expect(await lost(send('/part', get).then((answer) => answer.text()))).toBe(true);
  const silent = lost(send('/silent', get));
  setImmediate(close);
  expect(await silent).toBe(true);
});

test('a file that changes while it is sent is no lost connection, and is not taken for a whole one', async () => {
  const whole: string[] = [];
  const { send } = await serving(async (request, response) => {
    whole.push(await textOf(request));
    response.end('taken');
  });
  const file = join(temporaryDir(), 'file');
  const changes = [() => appendFile(file, 'more'), () => truncate(file, 9), () => rm(file)];
  for (const change of changes) {
    await writeFile(file, 'a'.repeat(3_000_000));
    const body = await openAsBlob(file);
    await change();
    const told = await send('/', { method: 'POST', headers: {}, body }).catch((error: unknown) => error);
    expect(told).toBeInstanceOf(FileChanged);
    expect(isLostConnection(told)).toBe(false);
  }
  const other = await send('/', { method: 'POST', headers: {}, body: new Blob(['b']) });
  expect([await other.text(), whole]).toEqual(['taken', ['b']]);
});

test('an answer to a large body before its end is the answer, not a lost connection', async () => {
  const { send } = await serving((_, response) => response.writeHead(413).end('too large'));
  for (const body of ['x'.repeat(9_000_000), new Blob(['x'.repeat(9_000_000)])]) {
    const answer = await send('/', { method: 'POST', headers: {}, body });
    expect([answer.status, await answer.text()]).toEqual([413, 'too large']);
  }
});
