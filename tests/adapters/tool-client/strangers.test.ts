import { told } from '../../harness/told.ts';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import type { CallResult } from '../../../src/core/execution/tool-servers/port.ts';
import { startGoodToolServer } from '../../servers/tool-servers/good.ts';
import { bad } from '../../servers/tool-servers/bad.ts';
import { startRawToolServer, type Exchange } from '../../servers/tool-servers/raw.ts';
import { startWebServer } from '../../servers/web-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { asked, connected, never } from './connected.ts';

type Answer = (exchange: Exchange) => void;

/** What becomes of a call that a server answers like this. */
async function calling(answer: Answer): Promise<CallResult> {
  const { connection } = await connected((await startRawToolServer({ 'tools/call': answer })).url);
  return await connection.call(asked('tool'));
}

test.each<[string, Answer, string]>([
  ['dies', bad.dies, 'tool_server_away'],
  ['dies in its events', bad.diesInEvents, 'tool_server_away'],
  ['ends without an answer', bad.endsUnanswered, 'tool_server_away'],
  ['sends a page', bad.html, 'tool_server_failed'],
  ['sends half a document', bad.brokenJson, 'tool_server_failed'],
  ['sends something else', bad.wrongShape, 'tool_server_failed'],
  ['sends an unknown coding', bad.compressed, 'tool_server_failed'],
  ['asks for a login', bad.status(401), 'tool_server_sign_in'],
  ['only takes it', bad.status(202), 'tool_server_failed'],
  ['knows the session, and not the tool', bad.status(404), 'tool_server_failed'],
  ['fails without an end', bad.endlessError, 'tool_server_failed'],
  ['nests deeply', bad.deep, 'tool_server_failed'],
  ['sends no result', (exchange) => exchange.result({ content: 'text' }), 'tool_server_failed'],
])('a call of a server that %s fails by its code', async (_, answer, code) => {
  await expect(calling(answer)).rejects.toMatchObject({ code });
});

verifies('tool-servers.forgotten', 'a forgotten session ends, and the call is made once', async () => {
  for (const [refuses, code] of [
    [bad.status(404), 'tool_server_away'],
    [bad.status(400), 'tool_server_away'],
    [bad.status(401), 'tool_server_sign_in'],
    [bad.status(500), 'tool_server_failed'],
    [(exchange: Exchange) => exchange.error(-32600, 'no session'), 'tool_server_failed'],
    [bad.html, 'tool_server_failed'],
    [bad.endsUnanswered, 'tool_server_away'],
  ] as const) {
    const gone: Record<string, Answer> = {};
    const server = await startRawToolServer(gone);
    const { connection, ended } = await connected(server.url);
    Object.assign(gone, { 'tools/call': refuses, 'tools/list': refuses });
    await expect(connection.call(asked('tool'))).rejects.toMatchObject({ code });
    await ended;
    expect(server.asked.filter((method) => method === 'tools/call')).toHaveLength(1);
    expect(await connection.isKnown(never)).toBe(false);
  }
});

verifies('tool-servers.forgotten', 'a refused call leaves a session that is known', async () => {
  const limited: Record<string, Answer> = { 'tools/call': bad.status(400) };
  const { connection } = await connected((await startRawToolServer(limited)).url);
  await expect(connection.call(asked('tool'))).rejects.toMatchObject({ code: 'tool_server_failed' });
  expect(await connection.isKnown(never)).toBe(true);
  limited['tools/list'] = bad.status(429);
  expect(await connection.isKnown(never)).toBe(true);
});

test('what a server says of its failure is quoted in one short line', async () => {
  for (const [answer, quoted] of [
    [bad.status(500, 'ouch\u202e\n<b>'), '"ouch <b>"'],
    [(exchange: Exchange) => exchange.error(-32602, `no ${'x'.repeat(100_000)}`), '"no …"'],
  ] as const)
    await expect(told(calling(answer))).rejects.toMatchObject({
      code: 'tool_server_failed',
      message: expect.stringContaining(quoted),
    });
});

verifies('tool-servers.bounded', 'a message without an end is not kept, and ends it all', async () => {
  for (const answer of [bad.endlessBody, bad.endlessEvent]) {
    const server = await startRawToolServer({ 'tools/call': answer });
    const { connection, ended } = await connected(server.url);
    await expect(connection.call(asked('tool'))).rejects.toMatchObject({ code: 'tool_server_failed' });
    await ended;
  }
});

test('results are passed on as they are: 100,000 parts, and those of unknown types', async () => {
  expect((await calling(bad.manyBlocks)).content).toHaveLength(100_000);
  const odd = [{ type: 'hologram', depth: 3 }, 'a string', null, 7];
  const result = await calling((exchange) =>
    exchange.result({ content: odd, structuredContent: { a: 1 }, isError: true, more: 'x' }),
  );
  expect(result).toEqual({ content: odd, structured: { a: 1 }, isError: true });
  expect(await calling((exchange) => exchange.result({}))).toEqual({
    content: [],
    structured: null,
    isError: false,
  });
});

verifies('runs.tool-hangs', 'a call that hangs ends at once when it is given up', async () => {
  for (const answer of [bad.hangs, bad.stalls, bad.stallsInEvents]) {
    const arrived = Promise.withResolvers<Exchange['response']>();
    const server = await startRawToolServer({
      'tools/call': (exchange) => {
        answer(exchange);
        arrived.resolve(exchange.response);
      },
    });
    const { connection } = await connected(server.url);
    const stop = new AbortController();
    const call = connection.call(asked('tool', { signal: stop.signal }));
    const response = await arrived.promise;
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: 'tool_server_away' });
    if (!response.destroyed) await once(response, 'close');
    expect(server.asked).toContain('notifications/cancelled');
    expect(await connection.definitions(never)).toHaveLength(1);
  }
});

test.each([
  ['discover', { 'server/discover': bad.hangs }],
  ['initialize', { initialize: bad.hangs }],
])('a server that does not answer %s is left when the time is over', async (method, manners) => {
  const stop = new AbortController();
  const server = await startRawToolServer({
    ...manners,
    [method === 'discover' ? 'server/discover' : method]: () => stop.abort(),
  });
  await expect(connected(server.url, { signal: stop.signal })).rejects.toMatchObject({
    code: 'tool_server_away',
  });
});

test('a list comes in pages, up to a limit', async () => {
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `tool-${from + index}`, inputSchema: {} }));
  const pages: Answer = ({ params, result }) => {
    const from = Number(params['cursor'] ?? 0);
    result({ tools: page(from, 50), nextCursor: String(from + 50) });
  };
  const server = await startRawToolServer({ 'tools/list': pages });
  const { connection } = await connected(server.url);
  expect(await connection.definitions(never)).toHaveLength(150);
  expect(server.asked.filter((method) => method === 'tools/list')).toHaveLength(3);
});

test('a list that never ends with empty pages, or is none', async () => {
  const empty = await startRawToolServer({
    'tools/list': ({ result }) => result({ tools: [], nextCursor: 'more' }),
  });
  expect(await (await connected(empty.url)).connection.definitions(never)).toEqual([]);
  expect(empty.asked.length).toBeLessThan(100);
  const none = await startRawToolServer({ 'tools/list': ({ result }) => result({ tools: 'all' }) });
  await expect((await connected(none.url)).connection.definitions(never)).rejects.toMatchObject({
    code: 'tool_server_failed',
  });
});

test('a server that fails at a method it does not know is greeted in the older way', async () => {
  const server = await startRawToolServer({ 'server/discover': bad.status(500) });
  expect((await connected(server.url)).connection.protocol).toBe('2025-11-25');
  const broken = await startRawToolServer({
    'server/discover': bad.status(503, 'later'),
    initialize: bad.status(503, 'later'),
  });
  await expect(told(connected(broken.url))).rejects.toMatchObject({
    code: 'tool_server_failed',
    message: expect.stringContaining('503'),
  });
});

verifies(
  ['tool-servers.addresses', 'security.tool-urls'],
  'redirects are followed within the origin, and no further',
  async () => {
    const moved = await startRawToolServer({
      'server/discover': (exchange) =>
        exchange.request.url === '/mcp' ? bad.redirect('/mcp/')(exchange) : exchange.error(-32601, 'unknown'),
    });
    expect((await connected(moved.url)).connection.protocol).toBe('2025-11-25');
    const elsewhere = await startWebServer();
    const away = await startRawToolServer({
      'server/discover': bad.redirect(`http://127.0.0.1:${elsewhere.port}/mcp?key=1`),
    });
    await expect(told(connected(away.url))).rejects.toMatchObject({
      code: 'tool_server_address',
      message: expect.stringContaining(`"http://127.0.0.1:${elsewhere.port}/mcp"`),
    });
    expect(elsewhere.arrived).toEqual([]);
  },
);

verifies(
  ['tool-servers.addresses', 'security.tool-urls'],
  'there are addresses that are not connected to, by any name',
  async () => {
    const names = { 'metadata.example': ['169.254.169.254'], 'mixed.example': ['127.0.0.1', 'fe80::1'] };
    for (const url of [
      'http://169.254.169.254/mcp',
      'http://[fd00:ec2::254]/mcp',
      'http://metadata.example/mcp',
      'http://mixed.example/mcp',
      'http://0.0.0.0:9/mcp',
      'http://user:secret@one.example/mcp',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'http://127.0.0.1:25/mcp',
    ])
      await expect(connected(url, { names })).rejects.toMatchObject({ code: 'tool_server_address' });
  },
);

verifies(
  ['tool-servers.addresses', 'security.tool-urls'],
  'a name that means another machine by the time of the next connection is judged anew',
  async () => {
    for (const later of ['169.254.169.254', '::ffff:169.254.169.254', '::ffff:127.0.0.1', '100.100.100.200'])
      for (const spoken of ['2025-11-25', '2026-07-28', 'sse'] as const) {
        const server = await startGoodToolServer(undefined, spoken);
        const names: Record<string, readonly string[]> = { 'turn.example': ['127.0.0.1'] };
        const { port, pathname } = new URL(server.url);
        const { connection } = await connected(`http://turn.example:${port}${pathname}`, { names });
        names['turn.example'] = ['127.0.0.1', later];
        const before = server.headers.length;
        server.drop();
        await expect(connection.call(asked('echo'))).rejects.toThrow();
        await expect(connected(`http://turn.example:${port}${pathname}`, { names })).rejects.toMatchObject({
          code: 'tool_server_address',
        });
        expect([later, spoken, server.called, server.headers.length - before]).toEqual([
          later,
          spoken,
          [],
          0,
        ]);
      }
  },
);

verifies('tool-servers.addresses', 'the engine is no tool server of its own, by any name', async () => {
  const server = await startRawToolServer({});
  const names = { 'engine.example': ['127.0.0.1'] };
  for (const host of ['127.0.0.1', 'localhost', '[::1]', 'engine.example'])
    await expect(
      connected(`http://${host}:${server.port}/mcp`, { ownPorts: [server.port], names }),
    ).rejects.toMatchObject({ code: 'tool_server_address' });
  expect(server.asked).toEqual([]);
});

test('a server that is gone is told as away, and the next call ends the connection', async () => {
  const server = await startRawToolServer({});
  const first = await connected(server.url);
  await server.close();
  const away = { code: 'tool_server_away' };
  await expect(first.connection.call(asked('tool'))).rejects.toMatchObject(away);
  await first.ended;
  await expect(connected(server.url)).rejects.toMatchObject(away);
  await expect(connected('http://nowhere.example/mcp', { names: {} })).rejects.toMatchObject(away);
});

verifies('security.passthrough', 'requests have no headers of ours, and no cookies', async () => {
  const seen: string[][] = [];
  const server = await startRawToolServer({
    'tools/call': (exchange) => {
      seen.push(Object.keys(exchange.request.headers));
      exchange.response.setHeader('set-cookie', 'a=b');
      exchange.result({ content: [] });
    },
  });
  const { connection } = await connected(server.url);
  await connection.call(asked('tool'));
  await connection.call(asked('tool'));
  const names = ['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host'];
  expect(seen.map((one) => one.toSorted())).toEqual([
    [...names, 'mcp-protocol-version', 'user-agent'],
    [...names, 'mcp-protocol-version', 'user-agent'],
  ]);
});

verifies('tool-servers.bounded', 'too long lists and messages end the connection', async () => {
  const page = (junk: string) => (exchange: Exchange) =>
    exchange.result({
      tools: [{ name: 'x', inputSchema: JSON.parse(`{"a":[${junk}]}`) as object }],
      nextCursor: 'more',
    });
  for (const junk of ['[],'.repeat(2_000_000) + '[]', '[],'.repeat(200_000) + '[]']) {
    const server = await startRawToolServer({ 'tools/list': page(junk) });
    const { connection } = await connected(server.url);
    await expect(connection.definitions(never)).rejects.toMatchObject({ code: 'tool_server_failed' });
  }
  for (const message of [
    { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x'.repeat(300_000) } },
    { jsonrpc: '2.0', id: 4711, result: { x: 'x'.repeat(300_000) } },
  ]) {
    const server = await startRawToolServer({ 'tools/call': (exchange) => exchange.event(message) });
    const { connection, ended } = await connected(server.url);
    await expect(connection.call(asked('tool'))).rejects.toMatchObject({ code: 'tool_server_failed' });
    await ended;
  }
});
