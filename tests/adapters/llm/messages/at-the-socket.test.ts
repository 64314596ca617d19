import { told } from '../told.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  EARLIER_WIRE_VERSION,
  WIRE_VERSION,
} from '../../../../src/adapters/out/llm/wire/messages/sdk-client.ts';
import { modelLimits } from '../../../../src/core/instance/models/limits.ts';
import { toolCallId } from '../../../../src/core/kernel/ids.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { answers, startFakeProvider, streams, type FakeProvider } from '../../../servers/fake-provider.ts';
import {
  answered,
  blockStart,
  blockStop,
  jsonDelta,
  textBlock,
  thinkingBlock,
  toolBlock,
  type MessagesEvent,
} from '../../../servers/messages.ts';
import { AGENT, ask, KEY, openModel, requestOf, type ServedBy } from './models.ts';
import { verifies } from '../../../spec/verifies.ts';
import { assistant, result, user, writeFile } from '../conversation.ts';

const HELLO = answered('end_turn', textBlock(0, 'Hé😀llo'));
const says = (stop: string, ...blocks: readonly (readonly MessagesEvent[])[]) =>
  streams(answered(stop, ...blocks));
const OVER_HTTP: readonly ServedBy[] = ['primary', 'custom'];

let server: FakeProvider;
let clock: ManualClock;

beforeEach(async () => {
  server = await startFakeProvider(streams(HELLO));
  clock = new ManualClock();
});

const open = (provider: ServedBy, url = server.url, over = {}) => openModel(provider, { url, clock, over });

describe('what arrives at the provider', () => {
  /** Everything that the vendor's SDK would read. None of it may make a difference. */
  const ambient = {
    ANTHROPIC_API_KEY: 'sk-ambient-key',
    ANTHROPIC_AUTH_TOKEN: 'sk-ambient-token',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
    ANTHROPIC_CUSTOM_HEADERS:
      'Authorization: Bearer sk-ambient\nX-Api-Key: sk-ambient\nanthropic-beta: ambient\nanthropic-version: 1999-01-01\nAccept: ambient\nx-goog-user-project: ambient\nx-ambient: yes',
    ANTHROPIC_LOG: 'debug',
    ANTHROPIC_PROFILE: 'ambient',
    ANTHROPIC_OPEN_TELEMETRY: 'true',
  };
  const before = { ...process.env };
  beforeAll(() => {
    Object.assign(process.env, ambient);
  });
  afterAll(() => {
    for (const name of Object.keys(ambient)) delete process.env[name];
    Object.assign(process.env, before);
  });

  const common = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'content-type': 'application/json',
    'user-agent': AGENT,
  };
  /** The parts of a request that the connection sets. */
  const OF_THE_CONNECTION = ['host', 'connection', 'content-length', 'accept-language', 'sec-fetch-mode'];
  const headersOf = (index: number) =>
    Object.fromEntries(
      Object.entries(server.arrived[index]?.headers ?? {}).filter(
        ([name]) => !OF_THE_CONNECTION.includes(name),
      ),
    );

  it('of primary and of custom, which has the key in both places that proxies read: exactly these headers', async () => {
    for (const provider of OVER_HTTP) await ask(await open(provider));
    const keyed = { ...common, authorization: `Bearer ${KEY}` };
    expect([headersOf(0), headersOf(1)]).toEqual([
      { ...keyed, 'anthropic-version': WIRE_VERSION },
      { ...keyed, 'anthropic-version': EARLIER_WIRE_VERSION, 'x-api-key': KEY },
    ]);
  });

  it.each(OVER_HTTP)('of %s without a key: sends none, from any source', async (provider) => {
    // With neither of the two, the SDK would look for profiles.
    for (const token of [ambient.ANTHROPIC_AUTH_TOKEN, undefined]) {
      if (token === undefined) delete process.env['ANTHROPIC_AUTH_TOKEN'];
      const { end } = await ask(await open(provider, server.url, { key: null }));
      expect(end.stop).toBe('end_turn');
      expect(headersOf(server.arrived.length - 1)).toEqual({
        ...common,
        'anthropic-version': provider === 'primary' ? WIRE_VERSION : EARLIER_WIRE_VERSION,
      });
    }
    process.env['ANTHROPIC_AUTH_TOKEN'] = ambient.ANTHROPIC_AUTH_TOKEN;
  });

  it('the body of primary and of custom', async () => {
    await ask(await open('primary'));
    await ask(await open('custom'));
    const mark = { cache_control: { type: 'ephemeral', ttl: '1h' } };
    const body = (marked: object, more: object) => ({
      model: 'claude-sonnet-4-6',
      max_tokens: 16_000,
      stream: true,
      tools: [{ name: 'write_file', description: 'Writes a file.', input_schema: writeFile.inputSchema }],
      system: [{ type: 'text', text: 'You are svc.', ...marked }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', ...marked }] }],
      ...more,
    });
    expect(server.arrived.map((arrived) => arrived.body)).toEqual([
      body(mark, { thinking: { type: 'adaptive', display: 'summarized' } }),
      body({}, {}),
    ]);
  });

  it.each(['', '/', '/v1', '/v1/', '/v1/messages', '/v1/messages/'])(
    'a base URL that ends in "%s"',
    async (end) => {
      await ask(await open('custom', `${server.url}/anthropic${end}`));
      await ask(await open('primary', 'http://127.0.0.1:1', { endpoint: `${server.url}${end}` }));
      expect(server.arrived.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'POST /anthropic/v1/messages',
        'POST /v1/messages',
      ]);
    },
  );

  verifies('models.prompt-caching', 'of a second turn begins with the bytes of the first', async () => {
    server.reply(
      says(
        'tool_use',
        thinkingBlock(0, 'c2ln', 'I have to ', 'write.'),
        textBlock(1, 'I write.'),
        toolBlock(2, 'toolu_1', 'write_file', '{"path": "a.txt",', ' "content": "é"}'),
      ),
      streams(HELLO),
    );
    const raw: string[] = [];
    const model = await openModel('primary', {
      url: server.url,
      clock,
      fetch: async (url, init) => {
        raw.push(String(init?.body));
        return await fetch(url, init);
      },
    });
    const asked = user('Write é');
    const { text, end } = await ask(model, requestOf(asked));
    if (end.stop !== 'tool_use') throw new Error('no call');
    const [call] = end.toolCalls;
    if (!call) throw new Error('no call');
    const got = user(result(call.toolCallId, 'ok'));
    await ask(model, requestOf(asked, assistant(...(end.thinking ?? []), text, call), got));

    const mark = ',"cache_control":{"type":"ephemeral","ttl":"1h"}';
    const [first = '', second = ''] = raw;
    const cached = first.slice(0, first.lastIndexOf(mark));
    expect(first.split(mark)).toHaveLength(3);
    expect(first.slice(cached.length)).toBe(`${mark}}]}]}`);
    expect(second.split(mark)).toHaveLength(3);
    expect(second.startsWith(`${cached}}]},{"role":"assistant"`)).toBe(true);
    expect(second.slice(cached.length)).toBe(
      '}]},{"role":"assistant","content":[' +
        '{"type":"thinking","thinking":"I have to write.","signature":"c2ln"},' +
        '{"type":"text","text":"I write."},' +
        '{"type":"tool_use","id":"toolu_1","name":"write_file","input":{"path":"a.txt","content":"é"}}]},' +
        `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"ok"${mark}}]}]}`,
    );
  });

  it('an invalid key for a header is reported as such, and never sent or shown', async () => {
    for (const key of ['sk-é', 'sk-a\nb', '“sk-quoted”']) {
      const { end } = await ask(await open('primary', server.url, { key }));
      expect(end).toMatchObject({ stop: 'failed', retryable: false, fault: 'key' });
      expect(JSON.stringify(end)).not.toContain('sk-');
    }
    expect(server.arrived).toHaveLength(0);
  });
});

describe('the version of the wire', () => {
  it('is that of the installed SDK: read its changelog when this fails', async () => {
    const { Anthropic } = await import('@anthropic-ai/sdk');
    const client = new Anthropic({ apiKey: KEY, baseURL: server.url, maxRetries: 0, logLevel: 'off' });
    await client.post('/v1/messages', { body: {} }).asResponse();
    expect(server.arrived[0]?.headers['anthropic-version']).toBe(WIRE_VERSION);
    expect(server.arrived[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });
});

describe('a refusal', () => {
  const error = (type: string, message: string) => ({ type: 'error', error: { type, message } });

  it.each([
    [401, error('authentication_error', `said, invalid x-api-key ${KEY}`), 'key'],
    [429, error('billing_error', 'said'), 'account'],
    [500, 'upstream said nothing', 'busy'],
    [502, { error: { message: 'said', code: 502 } }, 'busy'],
    [503, { error: 'said' }, 'busy'],
    [503, { detail: 'said' }, 'busy'],
    [503, [{ error: { code: 503, message: 'said', status: 'UNAVAILABLE' } }], 'busy'],
    [529, error('overloaded_error', 'said'), 'busy'],
  ])('%i %j is understood, and its message is quoted without the key', async (status, body, fault) => {
    server.reply(answers(status, body));
    for (const provider of OVER_HTTP) {
      const { end } = await ask(await open(provider));
      expect(told(end)).toMatchObject({ stop: 'failed', fault, error: expect.stringContaining('said') });
      expect(JSON.stringify(end)).not.toContain(KEY);
    }
    expect(server.arrived).toHaveLength(OVER_HTTP.length);
  });
});

describe('a turn paused by the provider', () => {
  const search = (index: number) => [
    blockStart(index, { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} }),
    jsonDelta(index, '{"query":"x"}'),
    blockStop(index),
    blockStart(index + 1, { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [] }),
    blockStop(index + 1),
  ];
  const searched = [
    { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'x' } },
    { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [] },
  ];

  it('continues with its own words, as one answer with one end', async () => {
    server.reply(
      says('pause_turn', thinkingBlock(0, 'sig', 'Hm'), textBlock(1, 'I search. '), search(2), textBlock(4)),
      says('pause_turn', textBlock(0, 'Found. ')),
      says('tool_use', thinkingBlock(0, 'l', 'later'), toolBlock(1, 't1', 'write_file', '{"path":"a"}')),
    );
    const { text, thinking, end } = await ask(await open('primary'));
    expect(text).toBe('I search. Found. ');
    expect(thinking).toBe('Hmlater');
    expect(end).toEqual({
      type: 'end',
      stop: 'tool_use',
      // It searched before the pause.
      found: [],
      usage: { inputTokens: 36, outputTokens: 27, cacheReadTokens: 0, cacheWriteTokens: 0 },
      promptTokens: 12,
      toolCalls: [
        { type: 'tool_call', toolCallId: toolCallId('t1'), name: 'write_file', input: { path: 'a' } },
      ],
      thinking: [{ type: 'thinking', text: 'Hm', model: 'claude-sonnet-4-6', sealed: { signature: 'sig' } }],
    });
    const sent = server.arrived.map(({ body }) => body?.['messages'] as readonly { content: unknown }[]);
    const first = [
      { type: 'thinking', thinking: 'Hm', signature: 'sig' },
      { type: 'text', text: 'I search. ' },
      ...searched,
    ];
    expect(sent.map((messages) => messages.slice(1))).toEqual([
      [],
      [{ role: 'assistant', content: first }],
      [{ role: 'assistant', content: [...first, { type: 'text', text: 'Found. ' }] }],
    ]);
    expect(sent.map((messages) => messages[0])).toEqual([sent[0]?.[0], sent[0]?.[0], sent[0]?.[0]]);
  });

  it('fails with its cost so far when it cannot continue', async () => {
    server.reply(says('pause_turn', textBlock(0, 'a')), answers(500, 'no'));
    const { text, end } = await ask(await open('primary'));
    expect(text).toBe('a');
    expect(end).toMatchObject({
      stop: 'failed',
      usage: { inputTokens: 12, outputTokens: 9 },
      promptTokens: 12,
    });
  });

  it('is abandoned when it pauses repeatedly', async () => {
    server.reply(says('pause_turn', textBlock(0, 'a')));
    const { text, end } = await ask(await open('primary'));
    expect(server.arrived).toHaveLength(1 + modelLimits.pauses);
    expect(text).toBe('a'.repeat(1 + modelLimits.pauses));
    expect(end).toMatchObject({
      stop: 'failed',
      retryable: false,
      usage: { inputTokens: 12 * (1 + modelLimits.pauses) },
      promptTokens: 12,
    });
  });

  it.each([
    ['it calls one of our tools', [toolBlock(0, 't1', 'write_file', '{"path":"a"}')], 'tool_use'],
    ['it has no text', [], 'end_turn'],
  ])('is over when %s', async (_what, blocks, stop) => {
    server.reply(says('pause_turn', ...blocks));
    expect((await ask(await open('primary'))).end).toMatchObject({ stop });
    expect(server.arrived).toHaveLength(1);
  });
});
