import { expect, test } from '@jest/globals';
import { mcpLimits } from '../../../src/adapters/in/mcp/limits.ts';
import {
  engineSays,
  INITIALIZE,
  modernMeta,
  NOWHERE,
  openTestPipes,
  type TestPipes,
} from '../../harness/tool-server.ts';

/** A host whose engine answers every question about memory, once `ready` has resolved. It has said `INITIALIZE`, or not. */
async function host(isInitialized = true, ready = async (): Promise<void> => undefined): Promise<TestPipes> {
  const body = { namespace: 'knowledge', content: 'Water is wet.', entries: [] };
  const pipes = await openTestPipes({
    dataDir: NOWHERE,
    engine: async () => {
      await ready();
      return engineSays(body);
    },
  });
  if (isInitialized) {
    pipes.send(INITIALIZE);
    await pipes.answerTo('init');
  }
  return pipes;
}

const read = (id: unknown, more: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'svc_memory', arguments: { namespace: 'facts' }, ...more },
});
const modern = { _meta: modernMeta() };
const isRead = { result: { structuredContent: { namespace: 'knowledge', content: 'Water is wet.' } } };

test('lines that are no messages are errors, and the session survives each of them', async () => {
  const pipes = await host();
  const hostile: [unknown, number][] = [
    ['not JSON', -32_700],
    ['{"jsonrpc":"2.0","id":1', -32_700],
    ['[]', -32_600],
    [JSON.stringify(Array.from({ length: 10_000 }, (_, id) => read(id))), -32_600],
    ['5', -32_600],
    ['null', -32_600],
    [{ id: 1, method: 'ping' }, -32_600],
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }, -32_600],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }, -32_600],
    [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, -32_600],
    [{ jsonrpc: '2.0', id: {}, method: 'ping' }, -32_600],
    [{ jsonrpc: '2.0', id: 1, method: 5 }, -32_600],
    [{ jsonrpc: '2.0', id: 1, method: 'ping', params: 'x' }, -32_600],
    [{ jsonrpc: '2.0', id: 'again', method: 'initialize', params: INITIALIZE.params }, -32_600],
    [{ jsonrpc: '2.0', id: 'unknown', method: 'tools/nothing' }, -32_601],
    [read('no such tool', { name: 'svc_nothing' }), -32_602],
    [read('no name', { name: undefined }), -32_602],
    [read('no object', { arguments: 'facts' }), -32_602],
    [read('odd meta', { _meta: [] }), -32_602],
    [
      JSON.stringify(read('long number', { arguments: { n: 7 } })).replace('7', '12345678901234567890'),
      -32_602,
    ],
    [read('odd token', { _meta: { progressToken: {} } }), -32_602],
  ];
  for (const [line, code] of hostile) {
    const before = pipes.got.length;
    pipes.send(line);
    pipes.send(read(`after ${before}`));
    expect(await pipes.answerTo(`after ${before}`)).toMatchObject(isRead);
    const errors = pipes.got.slice(before).filter(({ error }) => error !== undefined);
    expect([line, errors.map(({ error }) => (error as { code: number }).code)]).toEqual([line, [code]]);
  }
});

test('a line of 100 MB is refused without being kept, and the session survives it', async () => {
  const pipes = await host();
  const piece = Buffer.alloc(2 ** 20, 'x');
  for (let at = 0; at < 100; at += 1) pipes.input.write(piece);
  pipes.input.write('\n');
  pipes.send(read('after'));
  expect(await pipes.answerTo('after')).toMatchObject(isRead);
  expect(pipes.got.filter(({ error }) => error !== undefined)).toMatchObject([
    { id: null, error: { message: expect.stringContaining(String(mcpLimits.messageBytes)) } },
  ]);
});

test('notifications get no answer, not even in the place of a request, and answers to nothing are dropped', async () => {
  const pipes = await host();
  const { id: _, ...notification } = read(0);
  pipes.send(notification);
  pipes.send({ jsonrpc: '2.0', id: 99, result: {} });
  pipes.send({ jsonrpc: '2.0', id: null, error: { code: -1, message: 'x' } });
  pipes.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 77 } });
  pipes.send(read('after'));
  await pipes.answerTo('after');
  expect(pipes.got.map(({ id }) => id)).toEqual(['init', 'after']);
});

test('requests before initialize are refused, and a second request with an open id gets no answer under it', async () => {
  const pipes = await host(false);
  pipes.send(read(1));
  expect(await pipes.answerTo(1)).toMatchObject({
    error: { code: -32_600, message: expect.stringContaining('initialize') },
  });
  pipes.send(INITIALIZE);
  await pipes.answerTo('init');
  pipes.send(read(2));
  pipes.send(read(2));
  expect(await pipes.answerTo(2)).toMatchObject(isRead);
  expect(pipes.got.filter(({ id }) => id === 2)).toHaveLength(1);
  expect(pipes.got.filter(({ id }) => id === null)).toMatchObject([{ error: { code: -32_600 } }]);
});

test.each([
  ['2025-11-25', {}],
  ['2026-07-28', modern],
])('the id of a cancelled request of %s is free, and the end waits for no answer to it', async (_, era) => {
  let asked = 0;
  const pipes = await host(true, () => (++asked === 2 ? Promise.resolve() : new Promise(() => undefined)));
  const cancel = (id: unknown) =>
    pipes.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
  pipes.send(read(5, era));
  cancel(5);
  pipes.send(read(5, era));
  expect(await pipes.answerTo(5)).toMatchObject(isRead);
  pipes.send(read(5, era));
  cancel('5');
  cancel(5);
  pipes.input.end();
  await pipes.closed;
  expect(pipes.got.map(({ id }) => id)).toEqual(['init', 5]);
});

test('both eras are served on one pair of pipes', async () => {
  const pipes = await host(false);
  pipes.send({ jsonrpc: '2.0', id: 'discover', method: 'server/discover', params: modern });
  expect(await pipes.answerTo('discover')).toMatchObject({
    result: { supportedVersions: ['2026-07-28'] },
  });
  pipes.send(read('modern', modern));
  pipes.send(INITIALIZE);
  pipes.send(read('legacy'));
  expect(await pipes.answerTo('modern')).toMatchObject({ result: { resultType: 'complete' } });
  expect(await pipes.answerTo('init')).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  expect(await pipes.answerTo('legacy')).toMatchObject(isRead);
});

test('a host that closes its end still gets the answers to what it asked, and then the connection ends', async () => {
  const pipes = await host();
  for (let id = 0; id < 20; id += 1) pipes.send(read(id));
  pipes.input.end();
  await pipes.closed;
  expect(pipes.got).toHaveLength(21);
});

test('it lists the ten tools in the order of the specification, with schemas of both directions', async () => {
  const pipes = await host();
  pipes.send({ jsonrpc: '2.0', id: 'list', method: 'tools/list' });
  const { result } = (await pipes.answerTo('list')) as {
    result: { tools: { name: string; inputSchema: object; outputSchema: object; annotations: object }[] };
  };
  expect(result.tools.map(({ name }) => name)).toEqual([
    'svc_run',
    'svc_run_start',
    'svc_poll',
    'svc_reply',
    'svc_abort',
    'svc_reset',
    'svc_memory',
    'svc_read_file',
    'svc_batch',
    'svc_status',
  ]);
  for (const { inputSchema, outputSchema, annotations } of result.tools) {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(outputSchema).toMatchObject({ type: 'object', anyOf: [{ type: 'object' }, { type: 'object' }] });
    expect(Object.keys(annotations)).toContain('readOnlyHint');
  }
});
