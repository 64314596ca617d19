import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Type } from 'typebox';
import { Agent, fetch, type RequestInit } from 'undici';
import { directWay, type DirectWay } from '../../../src/adapters/in/http/direct/way.ts';
import { isLostConnection } from '../../../src/adapters/in/cli/attach.ts';
import { AjvValidator } from '../../../src/adapters/out/system/ajv-validator.ts';
import { createClient, ProblemError, type Client, type Transport } from '../../../src/contract/client.ts';
import { routesOf } from '../../../src/contract/routes.ts';
import { byteBody, bytes, events, json } from '../../../src/contract/row.ts';
import type { Services } from '../../../src/core/features.ts';
import { CountingIds } from '../../doubles/counting-ids.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { until, within } from '../../e2e/http/wire.ts';
import { serveRows, type TestApp } from './test-app.ts';

/** What the handles saw of their clients, in order. */
const seen: string[] = [];
let release: () => void = () => undefined;

const plain = { refuses: [], status: 200, summary: '' } as const;
const rows = {
  echo: json({
    ...plain,
    route: 'POST /api/echo/:name',
    who: 'open',
    query: Type.Object({
      count: Type.Optional(Type.Integer({ maximum: 9 })),
      say: Type.Optional(Type.String()),
    }),
    headers: Type.Object({
      'x-one': Type.Optional(Type.String({ maxLength: 20 })),
      accept: Type.Optional(Type.String()),
    }),
    body: Type.Object({ at: Type.Optional(Type.Unknown()) }),
    returns: Type.Unknown(),
    handle: async (_services, { params, query, headers, body, asker, door }) => ({
      params,
      query,
      body,
      asker,
      door: await door.state(),
      headers: [headers['x-one'], headers.accept],
      odd: [undefined, Number.NaN, new Date(0)],
    }),
  }),
  bare: json({ ...plain, route: 'POST /api/bare', who: 'open', handle: async () => undefined }),
  open: json({
    ...plain,
    route: 'POST /api/open',
    who: 'open',
    withoutToken: true,
    body: Type.Object({ text: Type.Optional(Type.String()) }),
    handle: async () => undefined,
  }),
  breaks: json({
    ...plain,
    route: 'GET /api/breaks',
    who: 'open',
    returns: Type.Unknown(),
    handle: async () => {
      throw new Error('a secret');
    },
  }),
  unwritable: json({
    ...plain,
    route: 'GET /api/unwritable',
    who: 'open',
    returns: Type.Unknown(),
    handle: async () => 1n,
  }),
  waits: json({
    ...plain,
    route: 'GET /api/waits',
    who: 'open',
    returns: Type.Unknown(),
    handle: async (_services, { signal }) => {
      seen.push('asked');
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => seen.push('left'));
        release = resolve;
      });
      return {};
    },
  }),
  takes: json({
    ...plain,
    route: 'POST /api/bytes/:name',
    who: 'open',
    body: byteBody('Any'),
    bodyBytes: 200_000,
    returns: Type.Unknown(),
    handle: async (_services, { body }) => {
      let sum = 0;
      for await (const piece of body) for (const byte of piece) sum += byte;
      return { sum };
    },
  }),
  counts: events({
    route: 'GET /api/counts/:to',
    who: 'open',
    summary: '',
    refuses: [],
    events: { at: Type.Object({ n: Type.Integer() }), error: Type.Unknown() },
    handle: async (_services, { params, signal }) => ({
      headers: { 'Svc-Run-Id': 'the-run' },
      events: (async function* () {
        seen.push('begun');
        try {
          for (let n = 1; n <= Number(params.to) && !signal.aborted; n += 1)
            yield [{ id: n === 2 ? null : n, type: 'at' as const, data: { n, not: undefined } }];
          if (params.to === '3') throw new Error('a secret');
          if (params.to === '4' && !signal.aborted)
            await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        } finally {
          seen.push(signal.aborted ? 'left' : 'over');
        }
      })(),
    }),
  }),
  gives: bytes({
    route: 'GET /api/gives/:pieces',
    who: 'open',
    summary: '',
    refuses: [],
    handle: async (_services, { params, signal }) => ({
      contentType: 'text/plain',
      fileName: 'a „file“ of/mine.txt',
      body: (async function* () {
        try {
          for (let at = 0; at < Number(params.pieces); at += 1) yield Buffer.alloc(50_000, 'x');
          if (params.pieces === '3') throw new Error('a secret');
        } finally {
          seen.push(signal.aborted ? 'left' : 'over');
        }
      })(),
    }),
  }),
};
type Rows = typeof rows;

let app: TestApp;
let agent: Agent;
let direct: DirectWay<Rows>;
let log: RecordingLog;
let streams = 0;
/** The same rows over both ways. */
let ways: readonly (readonly [way: string, client: Client<Rows>, log: RecordingLog])[];

const engine = { reason: null as string | null };
beforeEach(async () => {
  [seen.length, streams, engine.reason] = [0, 0, null];
  agent = new Agent();
  log = new RecordingLog();
  const services = {
    engine: { notReady: () => engine.reason, awayStorage: () => null },
  } as unknown as Services;
  const shared = {
    validator: new AjvValidator(),
    services: () => services,
    duringRestore: () => ({}) as Services,
    strict: false,
    vitals: {
      streamOpened: () => {
        streams += 1;
        return () => void (streams -= 1);
      },
    },
  };
  app = await serveRows(rows, shared);
  direct = directWay(rows, {
    ...shared,
    ids: new CountingIds(),
    log,
    proof: null,
    byToken: async () => null,
  });
  const transport: Transport = (url, init) => fetch(url, { ...init, dispatcher: agent } as RequestInit);
  const baseUrl = `http://127.0.0.1:${app.port}`;
  ways = [
    ['over a socket', createClient(routesOf(rows), { baseUrl, transport }), app.log],
    ['directly', direct.client, log],
  ];
});
afterEach(async () => {
  release();
  await agent.destroy();
  await app.close();
});

/** What a call comes to, as data; ids of requests differ. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  try {
    return { answer: await call };
  } catch (error) {
    if (!(error instanceof ProblemError)) return { thrown: (error as Error).name };
    const { instance, ...problem } = error.problem;
    return { problem, hasId: instance !== '' };
  }
}

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const circle: Record<string, unknown> = {};
circle['at'] = circle;

const same: Readonly<Record<string, (client: Client<Rows>) => Promise<unknown>>> = {
  'texts, a body and what JSON makes of an answer': (client) =>
    client.echo({
      params: { name: 'a.b~c-1' },
      query: { count: 7, say: 'ä+&=% \ud800' },
      headers: { 'x-one': '  é ' },
      body: { at: new Date(1) },
    }),
  'no body, and undefined members': (client) =>
    client.echo({ params: { name: 'x' }, query: { count: undefined }, body: undefined } as never),
  'a query that does not fit': (client) => client.echo({ params: { name: 'x' }, query: { count: 10 } }),
  'a query of another type': (client) =>
    client.echo({ params: { name: 'x' }, query: { count: 'many' as never } }),
  'a header that does not fit': (client) =>
    client.echo({ params: { name: 'x' }, headers: { 'x-one': 'x'.repeat(21) } }),
  'a header that cannot be sent': (client) =>
    client.echo({ params: { name: 'x' }, headers: { 'x-one': 'a\nb' } }),
  'a body of another type': (client) => client.echo({ params: { name: 'x' }, body: 7 as never }),
  'a body of null': (client) => client.echo({ params: { name: 'x' }, body: null as never }),
  'a body that is too deep': (client) => client.echo({ params: { name: 'x' }, body: { at: deep(70) } }),
  'a body that is too large': (client) =>
    client.echo({ params: { name: 'x' }, body: { at: 'ä'.repeat(600_000) } }),
  'a body that is no JSON': (client) => client.echo({ params: { name: 'x' }, body: circle }),
  'a body of bytes for a row of JSON': (client) =>
    client.echo({ params: { name: 'x' }, body: new Uint8Array([1]) as never }),
  'a body for a row without one': (client) => client.bare({ body: { x: 1 } } as never),
  'a row without an answer': (client) => client.bare(),
  'a small body without a token': (client) => client.open({ body: { text: 'x' } }),
  'a body that is too large without a token': (client) => client.open({ body: { text: 'x'.repeat(9_000) } }),
  'a parameter that cannot be an id': (client) => client.echo({ params: { name: 'a/b' } }),
  'a parameter that is empty': (client) => client.echo({ params: { name: '' } }),
  'a parameter that is a dot': (client) => client.echo({ params: { name: '.' } }),
  'a parameter that is missing': (client) => client.echo({ params: {} as never }),
  'a fault': (client) => client.breaks(),
  'an answer that cannot be written': (client) => client.unwritable(),
  bytes: (client) => client.takes({ params: { name: 'x' }, body: new Uint8Array(150_000).fill(2) }),
  'bytes of a file': (client) => client.takes({ params: { name: 'x' }, body: new Blob(['abc']) }),
  'too many bytes': (client) => client.takes({ params: { name: 'x' }, body: new Uint8Array(200_001) }),
  'no bytes for a row of bytes': (client) => client.takes({ params: { name: 'x' }, body: {} as never }),
  'a parameter that cannot be an id, and bytes': (client) =>
    client.takes({ params: { name: 'a b' }, body: new Uint8Array(200_001) }),
  'events, one without an id': async (client) => await read(client, 2),
  'events that fail': async (client) => await read(client, 3),
  'bytes of an answer': async (client) => {
    const answer = await client.gives({ params: { pieces: '2' } });
    const { ok, status, headers } = answer;
    const said = ['content-type', 'content-disposition', 'content-length'].map((name) => headers.get(name));
    return [ok, status, said, (await answer.text()).length];
  },
  'bytes of an answer that fail': async (client) => {
    const answer = await client.gives({ params: { pieces: '3' } });
    return await answer.text().catch(isLostConnection);
  },
  'an aborted signal': (client) => client.bare({ signal: AbortSignal.abort(new RangeError('no')) }),
};

async function read(client: Client<Rows>, to: number): Promise<unknown> {
  const { runId, events: all } = await client.counts({ params: { to: `${to}` } });
  const got: unknown[] = [runId];
  for await (const event of all) got.push(event);
  return got;
}

for (const [what, ask] of Object.entries(same))
  test(`the answer is the same over a socket and directly: ${what}`, async () => {
    const outcomes: unknown[] = [];
    for (const [, client, logged] of ways)
      outcomes.push([await outcome(ask(client)), logged.lines.map(({ level, event }) => [level, event])]);
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[0]).not.toEqual([{ thrown: 'ReferenceError' }, []]);
    await until('the streams are over', () => streams === 0);
  });

test('a fault is logged under the id that the client is told', async () => {
  const error: unknown = await direct.client.breaks().catch((thrown: unknown) => thrown);
  const { instance } = (error as ProblemError).problem;
  expect(log.lines).toMatchObject([{ facts: { requestId: instance, method: 'GET' } }]);
  expect((error as ProblemError).message).not.toContain('secret');
});

test('while the engine drains, both serve reads and refuse the rest', async () => {
  engine.reason = 'stopping';
  for (const [, client] of ways) {
    expect(await outcome(client.bare())).toMatchObject({
      problem: { code: 'not_ready', status: 503, reason: 'stopping' },
    });
    expect(await read(client, 1)).toHaveLength(2);
  }
});

test('a client that aborts is answered at once with its reason, and the handle learns of it', async () => {
  for (const [way, client, logged] of ways) {
    seen.length = 0;
    const stop = new AbortController();
    const call = client.waits({ signal: stop.signal });
    await until(`${way}: the handle works`, () => seen.includes('asked'));
    const reason = new RangeError('enough');
    stop.abort(reason);
    await expect(within('its end', call)).rejects.toBe(reason);
    await until(`${way}: the handle is told`, () => seen.includes('left'));
    release();
    expect(logged.lines).toEqual([]);
  }
});

test('a stream that is aborted or left ends its source, and one that is read to its end does not abort', async () => {
  for (const [way, client] of ways) {
    seen.length = 0;
    const stop = new AbortController();
    const aborted = await client.counts({ params: { to: '4' }, signal: stop.signal });
    await until(`${way}: it begins before it is read`, () => seen.includes('begun'));
    const reason = new RangeError('enough');
    const reading = (async () => {
      for await (const { data } of aborted.events) if ('n' in (data as object)) stop.abort(reason);
    })();
    await expect(within('its end', reading)).rejects.toBe(reason);
    await until(`${way}: the source ends`, () => seen.includes('left'));

    seen.length = 0;
    for await (const _ of (await client.counts({ params: { to: '4' } })).events) break;
    await until(`${way}: the source ends`, () => seen.includes('left'));

    seen.length = 0;
    await read(client, 2);
    expect(seen).toEqual(['begun', 'over']);
    await until(`${way}: none is open`, () => streams === 0);
  }
});

test('bytes that are left end their source', async () => {
  for (const [way, client] of ways) {
    seen.length = 0;
    const { body } = await client.gives({ params: { pieces: '1000' } });
    for await (const _ of body as AsyncIterable<Uint8Array>) break;
    await until(`${way}: the source ends`, () => seen.includes('left'));
  }
});

test('when it closes, calls and streams in progress and later calls fail as on a lost connection', async () => {
  const call = direct.client.waits();
  const { events: open } = await direct.client.counts({ params: { to: '4' } });
  const iterator = open[Symbol.asyncIterator]();
  await iterator.next();
  direct.close();
  direct.close();
  for (const broken of [call, iterator.next(), direct.client.bare()])
    expect(isLostConnection(await broken.catch((error: unknown) => error))).toBe(true);
  await until('the handles are told', () => seen.filter((one) => one === 'left').length === 2);
  expect([streams, log.lines]).toEqual([0, []]);
});

test('what readers share is not shared with a client', async () => {
  const event = [{ id: 1, type: 'at', data: { n: 1 } }];
  const shared = events({
    route: 'GET /api/shared',
    who: 'open',
    summary: '',
    refuses: [],
    events: { at: Type.Object({ n: Type.Integer() }) },
    handle: async () => ({
      headers: {},
      events: (async function* () {
        yield event;
      })(),
    }),
  });
  const { client } = directWay(
    { shared },
    {
      proof: null,
      byToken: async () => null,
      ids: new CountingIds(),
      log,
      validator: new AjvValidator(),
      strict: false,
      services: () => ({ engine: { awayStorage: () => null } }) as unknown as Services,
      duringRestore: () => ({}) as Services,
      vitals: { streamOpened: () => () => undefined },
    },
  );
  for await (const { data } of (await client.shared()).events) Object.assign(data, { n: 2 });
  expect(event).toEqual([{ id: 1, type: 'at', data: { n: 1 } }]);
});
