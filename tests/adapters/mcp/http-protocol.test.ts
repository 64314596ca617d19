import { expect, test } from '@jest/globals';
import { mcpLimits } from '../../../src/adapters/in/mcp/limits.ts';
import type { Clock } from '../../../src/core/ports/clock.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { engineSays, INITIALIZE, modernMeta, NOWHERE, openTestPort } from '../../harness/tool-server.ts';
import { ask, type Asked, type Reply } from '../../e2e/http/wire.ts';

const engine = async () => engineSays({ required: false, admitted: true });

const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

async function opened(clock?: Clock) {
  const { port: at } = await openTestPort({ dataDir: NOWHERE, engine, ...(clock && { clock }) });
  const send = (body: unknown, headers: Asked['headers'] = [], more: Partial<Asked> = {}): Promise<Reply> =>
    ask(at, {
      method: 'POST',
      target: '/mcp',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: [
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json, text/event-stream'],
        ...headers,
      ],
      ...more,
    });
  const session = async () =>
    [['Mcp-Session-Id', (await send(INITIALIZE)).header('mcp-session-id') ?? '']] as const;
  return { at, send, session };
}

/** Of a JSON-RPC error, or of a problem. */
const codeIn = (reply: Reply): unknown => {
  const { code, error } = reply.json() as { code?: unknown; error?: { code?: unknown } };
  return code ?? error?.code;
};

test('hostile bodies are 4xx with an error, and the session survives them', async () => {
  const { send, session } = await opened();
  const own = await session();
  const modern = { _meta: modernMeta() };
  const hostile: [unknown, Asked['headers'], number, unknown][] = [
    ['not JSON', own, 400, 'invalid_request'],
    ['', own, 400, -32_600],
    ['[]', own, 400, -32_600],
    [Array.from({ length: 10_000 }, (_, id) => ({ ...list, id })), own, 400, -32_600],
    [{ ...list, id: null }, own, 400, -32_600],
    [{ ...list, id: 1.5 }, own, 400, -32_600],
    [{ ...list, id: {} }, own, 400, -32_600],
    [{ ...list, jsonrpc: '1.0' }, own, 400, -32_600],
    [JSON.parse('['.repeat(100) + ']'.repeat(100)), own, 400, 'invalid_request'],
    [list, [], 400, -32_000],
    [list, [['Mcp-Session-Id', 'guessed']], 404, -32_001],
    [INITIALIZE, own, 400, -32_600],
    [{ ...list, params: modern }, [['MCP-Protocol-Version', '2025-11-25']], 400, -32_020],
    [list, [['MCP-Protocol-Version', '2026-07-28']], 400, -32_602],
  ];
  for (const [body, headers, status, code] of hostile) {
    const reply = await send(body, headers);
    expect([body, reply.status, codeIn(reply)]).toEqual([body, status, code]);
    const after = await send(list, own);
    expect([after.status, after.body.includes('svc_run_start')]).toEqual([200, true]);
  }
  const unknown = await send({ ...list, method: 'tools/nothing' }, own);
  expect([unknown.status, unknown.body.includes('-32601')]).toEqual([200, true]);
  const form = await send('a=b', [], { headers: [['Content-Type', 'text/plain']] });
  expect([form.status, codeIn(form)]).toEqual([415, 'unsupported_media_type']);
});

test('a session ends with DELETE, and its id then names nothing; the older transport has sessions of its own', async () => {
  const { at, send, session } = await opened();
  const own = await session();
  expect((await ask(at, { method: 'DELETE', target: '/mcp', headers: own })).status).toBe(200);
  expect((await send(list, own)).status).toBe(404);
  const other = await session();
  const [[, id] = ['', '']] = other;
  const crossed = await send(list, [], { target: `/messages?sessionId=${id}` });
  expect([crossed.status, codeIn(crossed)]).toEqual([404, -32_001]);
});

test('of too many sessions the longest idle one is closed, and its host begins another', async () => {
  const { send, session } = await opened();
  const first = await session();
  for (let n = 0; n < 256; n += 1) await send(INITIALIZE);
  expect((await send(list, first)).status).toBe(404);
  expect((await send(list, await session())).status).toBe(200);
});

test('a session that is idle for half an hour is closed, and one that is used is not', async () => {
  const clock = new ManualClock();
  const { send, session } = await opened(clock);
  const [idle, used] = [await session(), await session()];
  await clock.advance(mcpLimits.idleSessionMs - 1);
  expect((await send(list, used)).status).toBe(200);
  await clock.advance(2);
  expect([(await send(list, idle)).status, (await send(list, used)).status]).toEqual([404, 200]);
});
