import { beforeAll, beforeEach, expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import {
  answers,
  hangsAfter,
  saysNothing,
  sse,
  startFakeProvider,
  streams,
  type FakeProvider,
  type Reply,
} from '../../servers/fake-provider.ts';
import * as messages from '../../servers/messages.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { allOf, newSession, startRun } from '../http/runs.ts';

const KEY = 'sk-inline-0123456789abcdef';
const TOO_SMALL = 'the request exceeds the available context size (1000 tokens)';
const CALL = ['confirm_connection', '{"code":7}'] as const;

let server: FakeProvider;
/** For tests that need nothing of their engine and leave nothing in it. */
let shared: TestEngine;
let engine: TestEngine | undefined;
beforeAll(async () => {
  shared = await startTestEngine();
});
beforeEach(async () => {
  server = await startFakeProvider();
});

/** Says a word and calls the tool. */
const readyAndCall = (): string =>
  [
    chat.chunk({ role: 'assistant', content: 'ready' }),
    chat.chunk(chat.callDelta(0, { id: 'call_1', name: CALL[0], arguments: CALL[1] })),
    chat.chunk({}, 'tool_calls'),
    chat.usageChunk(20, 9),
    '[DONE]',
  ]
    .map((event) => sse(event))
    .join('');

const listOf = (...ids: readonly string[]): Reply =>
  answers(200, { object: 'list', data: ids.map((id) => ({ id, object: 'model' })) });

/** `asked` answers calls of the model, `listed` requests for the list. */
const serving =
  (asked: Reply, listed: Reply = answers(404, { error: 'no such route' })): Reply =>
  (request, response) =>
    (request.method === 'GET' ? listed : asked)(request, response);

async function started(options: TestEngineOptions = {}): Promise<TestEngine['client']> {
  engine = await startTestEngine(options);
  return engine.client;
}

type Draft = Parameters<TestEngine['client']['providers.test']>[0]['body'];

const place = () => ({ provider: 'compat' as const, api_base_url: `${server.url}/v1` });
const tried = async (draft: Partial<Draft> = {}) =>
  await shared.client['providers.test']({ body: { ...place(), model_id: 'model-1', ...draft } });

type Trial = Awaited<ReturnType<typeof tried>>;
const verdict = ({ checks }: Trial) => checks.map(({ check, ok, code }) => `${check}: ${ok} ${code}`);
const failure = ({ checks }: Trial) => checks.find(({ ok }) => ok === false);

verifies('providers.test', 'a provider in order: every check is ok, by one small request', async () => {
  server.reply(serving(streams(readyAndCall())));
  const trial = await tried();
  expect(trial).toMatchObject({
    ok: true,
    provider: 'compat',
    model: 'model-1',
    firstTextMs: expect.any(Number),
  });
  expect(verdict(trial)).toEqual([
    'reach: true ok',
    'key: true ok',
    'model: true ok',
    'stream: true ok',
    'tools: true ok',
  ]);
  expect(server.arrived.map(({ method, path }) => [method, path])).toEqual([
    ['POST', '/v1/chat/completions'],
  ]);
  const { stream, tools } = server.arrived[0]!.body as {
    stream: boolean;
    tools: { function: { name: string } }[];
  };
  const names = tools.map((tool) => tool.function.name);
  // With what a conversation begins with, because a window may be too small for that.
  expect([stream, names[0], names.includes('find_tools')]).toEqual([true, CALL[0], true]);
  expect(JSON.stringify(server.arrived[0]?.body).length).toBeLessThan(14_000);
});

verifies('providers.test', 'the same over the Messages API, with few tokens', async () => {
  const call = messages.toolBlock(1, 'toolu_1', ...CALL);
  server.reply(serving(streams(messages.answered('tool_use', messages.textBlock(0, 'ready'), call))));
  const client = await started({ reach: { primary: server.url } });
  const trial = await client['providers.test']({ body: { provider: 'primary', api_key: KEY } });
  expect([trial.ok, trial.model]).toEqual([true, 'claude-sonnet-4-6']);
  expect(server.arrived[0]?.body).toMatchObject({
    max_tokens: 1_024,
    tools: expect.arrayContaining([expect.objectContaining({ name: CALL[0] })]),
  });
  expect(server.arrived[0]?.body).not.toHaveProperty('thinking');
});

verifies('providers.test.key', 'a key that is typed goes to its address, and is kept nowhere', async () => {
  server.reply(serving(refuses(401, `Incorrect API key provided: ${KEY}`)));
  const trial = await tried({ api_key: KEY });
  expect(server.arrived[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
  expect(failure(trial)).toMatchObject({ check: 'key', code: 'key_refused' });
  expect(verdict(trial).slice(2)).toEqual([
    'model: null not_checked',
    'stream: null not_checked',
    'tools: null not_checked',
  ]);
  const said = [
    trial,
    shared.log.lines,
    await shared.client['config.get'](),
    await shared.client['history.runs'](),
  ];
  expect(JSON.stringify(said)).not.toContain(KEY);
  server.reply(serving(streams(readyAndCall())));
  await tried();
  expect(server.arrived.at(-1)?.headers['authorization']).toBeUndefined();
});

verifies('providers.test.key', 'a saved key goes only where it may go, also by profile', async () => {
  server.reply(serving(streams(readyAndCall())));
  const elsewhere = await startFakeProvider(streams(readyAndCall()));
  const [saved, ofProfile] = ['saved-key-0123456789', 'profile-key-0123456789'];
  const client = await started();
  const named = { provider: 'compat' as const, model_id: 'm' };
  await client['config.set']({
    body: {
      ...place(),
      api_key: saved,
      model_profiles: {
        other: { provider: 'compat', api_base_url: `${elsewhere.url}/v1`, api_key: ofProfile },
      },
    },
  });
  const keyAt = (one: FakeProvider) => one.arrived.at(-1)?.headers['authorization'];
  await client['providers.test']({ body: named });
  expect(keyAt(server)).toBe(`Bearer ${saved}`);
  await client['providers.test']({ body: { ...named, api_base_url: `${elsewhere.url}/v1` } });
  expect(keyAt(elsewhere)).toBeUndefined();
  await client['providers.test']({ body: { ...named, profile: 'other' } });
  expect(keyAt(elsewhere)).toBe(`Bearer ${ofProfile}`);
  const arrived = elsewhere.arrived.length;
  await client['providers.test']({ body: { ...named, ...place(), profile: 'other' } });
  expect([keyAt(server), elsewhere.arrived.length]).toEqual([`Bearer ${saved}`, arrived]);
  expect(await refusal(client['providers.test']({ body: { ...named, profile: 'none' } }))).toMatchObject({
    status: 422,
    code: 'profile_unknown',
  });
});

const refuses = (status: number, message: string): Reply => answers(status, { error: { message } });
const CASES: readonly (readonly [
  what: string,
  reply: Reply,
  check: string,
  code: string,
  draft?: Partial<Draft>,
])[] = [
  ['a web page', answers(200, '<html>Hi</html>'), 'reach', 'not_an_api'],
  ['an address without this route', answers(404, 'not here'), 'reach', 'not_an_api'],
  ['a redirect', answers(302, '', { location: 'https://example.com' }), 'reach', 'not_an_api'],
  ['no key where one is needed', refuses(401, 'Sign in.'), 'key', 'key_missing'],
  ['an empty account', refuses(402, 'No credit.'), 'key', 'account_empty', { api_key: KEY }],
  [
    'an unknown model without a list',
    refuses(404, 'The model "model-1" is not here.'),
    'model',
    'model_unknown',
  ],
  ['an overloaded server', refuses(503, 'Busy.'), 'stream', 'provider_busy'],
  ['a refused request', refuses(400, 'Bad temperature.'), 'stream', 'request_refused'],
  ['a window that is too small', refuses(400, TOO_SMALL), 'tools', 'window_too_small'],
  ['a server that streams and ignores tools', streams(...chat.textAnswer('ready')), 'tools', 'tools_ignored'],
  ['arguments that are no JSON', streams(...chat.callAnswer(CALL[0], '{"code":')), 'tools', 'tools_damaged'],
];
for (const [what, reply, check, code, draft] of CASES)
  verifies('providers.test', `${what}: ${check}, ${code}`, async () => {
    server.reply(serving(reply));
    const trial = await tried(draft);
    const failed = { check, code, ok: false, detail: expect.any(String) };
    const { says, ...found } = { says: [], ...failure(trial) };
    expect([trial.ok, found, Array.isArray(says)]).toEqual([false, failed, true]);
  });

verifies(['providers.test', 'models.window.learnt'], 'the window is learnt, and measured anew', async () => {
  const client = await started();
  const saved = { ...place(), compat_model_id: 'model-1' };
  await client['config.set']({ body: saved });
  const test = { ...place(), model_id: 'model-1' };
  const toolsOfRun = async (): Promise<number> => {
    server.reply(serving(streams(...chat.textAnswer('yes'))));
    const before = server.arrived.length;
    await allOf(startRun(engine!, (await newSession(engine!)).id, 'hello'));
    const body = server.arrived[before]?.body as { readonly tools?: readonly unknown[] } | undefined;
    return body?.tools?.length ?? 0;
  };
  const shrink = async () => {
    server.reply(serving(refuses(400, TOO_SMALL)));
    expect(failure(await client['providers.test']({ body: test }))?.code).toBe('window_too_small');
    return await toolsOfRun();
  };
  const usual = await toolsOfRun();
  expect(usual).toBeGreaterThan(5);

  expect(await shrink()).toBeLessThan(3);
  server.reply(serving(streams(readyAndCall())));
  expect((await client['providers.test']({ body: test })).ok).toBe(true);
  expect(await toolsOfRun()).toBe(usual);

  expect(await shrink()).toBeLessThan(3);
  await client['config.set']({ body: { memory_extraction: false } });
  expect(await toolsOfRun()).toBeLessThan(3);
  // Saved once more, with the same values.
  await client['config.set']({ body: saved });
  expect(await toolsOfRun()).toBe(usual);
});

verifies('providers.test', 'nothing listens there', async () => {
  await server.close();
  expect(failure(await tried())).toMatchObject({ check: 'reach', code: 'unreachable' });
});

verifies('providers.test', 'an unknown model: names those of the list that may be meant', async () => {
  const unknown = refuses(400, 'Invalid model.');
  server.reply(serving(unknown, listOf('qwen3:8b', 'llama3.2:3b', 'nomic-embed-text')));
  const trial = await tried({ model_id: 'llama3.3:3b' });
  expect(failure(trial)).toMatchObject({
    check: 'model',
    code: 'model_unknown',
    near: expect.arrayContaining(['llama3.2:3b']),
  });
  expect(verdict(trial).slice(0, 2)).toEqual(['reach: true ok', 'key: true ok']);
});

verifies('providers.test', 'a server that refuses tools: the model answers without them', async () => {
  let asked = 0;
  const without = refuses(400, 'model-1 does not support tools');
  const speaks = streams(...chat.textAnswer('ready'));
  server.reply(serving((request, response) => ((asked += 1) === 1 ? without : speaks)(request, response)));
  const trial = await tried();
  expect(failure(trial)).toMatchObject({ check: 'tools', code: 'tools_refused' });
  expect(verdict(trial)[3]).toBe('stream: true ok');
  expect(server.arrived[1]?.body).not.toHaveProperty('tools');
});

verifies('providers.test', 'missing settings are named, and nothing is sent to nowhere', async () => {
  server.reply(serving(saysNothing(), listOf('one', 'two')));
  const { client } = shared;
  const codes = async (body: Draft) => {
    const found = failure(await client['providers.test']({ body }));
    return [found?.check, found?.code, found?.near ?? null];
  };
  expect(await codes({ provider: 'compat' })).toEqual(['reach', 'address_missing', null]);
  expect(await codes({ provider: 'primary' })).toEqual(['key', 'key_missing', null]);
  expect(await codes({ provider: 'cloud_hosted' })).toEqual(['reach', 'project_missing', null]);
  expect(await codes({ provider: 'cloud_hosted', gcp_project_id: 'p' })).toEqual([
    'reach',
    'region_missing',
    null,
  ]);
  expect(server.arrived).toEqual([]);
  expect(await codes({ provider: 'compat', api_base_url: `${server.url}/v1` })).toEqual([
    'model',
    'model_missing',
    ['one', 'two'],
  ]);
});

verifies('providers.test', 'bad input is a 400, and saves nothing', async () => {
  const { client, dataDir } = shared;
  const bad = [
    { provider: 'other' },
    { provider: 'compat', api_base_url: 'file:///etc/passwd' },
    { provider: 'compat', api_base_url: 'http://[' },
    { provider: 'compat', api_base_url: 'http://user:pw@example.com/' },
    { provider: 'compat', api_key: 'line\nbreak-0123456789' },
    { provider: 'compat', more: 1 },
  ];
  for (const body of bad) {
    const problem = await refusal(client['providers.test']({ body: body as Draft }));
    expect([problem.status, problem.code]).toEqual([400, 'invalid_request']);
    expect(JSON.stringify(problem)).not.toContain('0123456789');
  }
  expect(() => readFileSync(join(dataDir, 'config.json'))).toThrow('ENOENT');
});

verifies('providers.test.bounded', 'a silent server ends after 30 seconds', async () => {
  for (const [reply, failed] of [
    [saysNothing(), { check: 'reach', code: 'no_answer' }],
    [hangsAfter(sse(chat.chunk({ content: 'rea' }))), { check: 'stream', code: 'too_slow' }],
  ] as const) {
    server.reply(serving(reply));
    const clock = new ManualClock();
    const client = await started({ platform: { clock } });
    const body = { ...place(), model_id: 'm' };
    const arrived = server.arrived.length;
    const testing = client['providers.test']({ body });
    await server.reached(arrived + 1);
    // The first words must have come before the clock moves.
    let over = false;
    void testing.finally(() => (over = true));
    for (let i = 0; i < 200; i++) await clock.advance(0);
    await clock.advance(29_000);
    expect(over).toBe(false);
    await clock.advance(1_001);
    expect(failure(await testing)).toMatchObject(failed);
    await server.idle();
  }
});

verifies('providers.test.bounded', 'a talkative server is cut off', async () => {
  const word = sse(chat.chunk({ content: 'word '.repeat(100) }));
  server.reply(serving(hangsAfter(word.repeat(20))));
  const trial = await tried();
  expect(failure(trial)).toMatchObject({ check: 'tools', code: 'tools_ignored' });
  await server.idle();
});

verifies('providers.test.bounded', 'a client that leaves ends it', async () => {
  server.reply(serving(saysNothing()));
  const { client } = shared;
  const leaving = new AbortController();
  const body = { ...place(), model_id: 'm' };
  const testing = client['providers.test']({ body, signal: leaving.signal }).catch(() => 'left');
  await server.reached(1);
  leaving.abort();
  expect(await testing).toBe('left');
  await server.idle();
});

verifies('providers.models', 'the list of the server, by id, in pages; asked once a minute', async () => {
  server.reply(serving(saysNothing(), listOf('c', 'a', 'b')));
  const clock = new ManualClock();
  const client = await started({ platform: { clock } });
  await client['config.set']({ body: place() });
  const params = { provider: 'compat' };
  const first = await client['providers.models']({ params, query: { limit: 2 } });
  expect(first.models).toEqual([{ id: 'a' }, { id: 'b' }]);
  const second = await client['providers.models']({
    params,
    query: { limit: 2, cursor: first.nextCursor ?? '' },
  });
  expect(second).toEqual({ models: [{ id: 'c' }], nextCursor: null });
  expect(server.arrived.map(({ path }) => path)).toEqual(['/v1/models']);
  await clock.advance(60_000);
  await client['providers.models']({ params });
  expect(server.arrived).toHaveLength(2);
});

verifies('providers.models', 'the Messages API: with names, over several pages', async () => {
  server.reply((request, response) => {
    const isFirst = !request.path.includes('after_id');
    const data = [{ id: isFirst ? 'm-2' : 'm-1', display_name: isFirst ? 'Model 2' : 'Model 1' }];
    return answers(200, { data, has_more: isFirst, last_id: 'm-2' })(request, response);
  });
  const client = await started({ reach: { primary: server.url }, env: { PRIMARY_API_KEY: KEY } });
  const { models } = await client['providers.models']({ params: { provider: 'primary' } });
  expect(models).toEqual([
    { id: 'm-1', name: 'Model 1' },
    { id: 'm-2', name: 'Model 2' },
  ]);
  expect(server.arrived.map(({ path }) => path)).toEqual([
    '/v1/models?limit=1000',
    '/v1/models?limit=1000&after_id=m-2',
  ]);
  expect(server.arrived[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
});

verifies('providers.models', 'what cannot be listed is refused by its code', async () => {
  server.reply(serving(saysNothing()));
  const { client } = shared;
  const asked = async (provider: string, query = {}) => {
    const { status, code } = await refusal(client['providers.models']({ params: { provider }, query }));
    return [status, code];
  };
  const query = { api_base_url: `${server.url}/v1` };
  expect(await asked('compat', query)).toEqual([422, 'models_not_listed']);
  expect(await asked('compat')).toEqual([422, 'models_not_listed']);
  expect(await asked('cloud_hosted')).toEqual([422, 'models_not_listed']);
  expect(await asked('primary')).toEqual([422, 'models_not_listed']);
  expect(await asked('other')).toEqual([404, 'provider_unknown']);
  expect(await asked('compat', { api_base_url: 'ftp://example.com' })).toEqual([400, 'invalid_request']);
  server.reply(serving(saysNothing(), answers(200, '<html>')));
  expect(await asked('compat', query)).toEqual([502, 'provider_error']);
  server.reply(
    serving(saysNothing(), answers(200, { data: [{ id: 'bad\u0007id' }, { id: 7 }, { id: 'good' }] })),
  );
  expect((await client['providers.models']({ params: { provider: 'compat' }, query })).models).toEqual([
    { id: 'good' },
  ]);
});

verifies('providers.models.key', 'no saved key goes to an address beside the settings', async () => {
  server.reply(serving(saysNothing(), listOf('a')));
  const env = { COMPAT_API_KEY: 'env-compat-0123456789' };
  const client = await started({ env });
  const params = { provider: 'compat' };
  await client['providers.models']({ params, query: { api_base_url: `${server.url}/v1` } });
  expect(server.arrived[0]?.headers['authorization']).toBeUndefined();
  await client['config.set']({ body: place() });
  await client['providers.models']({ params });
  expect(server.arrived[1]?.headers['authorization']).toBe(`Bearer ${env.COMPAT_API_KEY}`);
});

verifies('providers.models.key', 'a list that quotes the key is given without it', async () => {
  const env = { COMPAT_API_KEY: 'env-compat-0123456789' };
  const quoting: Reply = (request, response) => {
    const sent = request.headers['authorization'] ?? 'nothing';
    return listOf('a', sent, `id-${sent.split(' ')[1]}`, 'b')(request, response);
  };
  server.reply(serving(saysNothing(), quoting));
  const client = await started({ env });
  await client['config.set']({ body: place() });
  const params = { provider: 'compat' };
  for (const _ of ['asked', 'kept'])
    expect((await client['providers.models']({ params })).models).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(server.arrived[0]?.headers['authorization']).toBe(`Bearer ${env.COMPAT_API_KEY}`);
});

verifies('providers.local', 'servers that answer, asked at each request only', async () => {
  server.reply(listOf('llama3.2:3b'));
  const page = await startFakeProvider(answers(200, '<html>Some other program</html>'));
  const gone = await startFakeProvider();
  await gone.close();
  const local = [
    { name: 'Ollama', baseUrl: `${server.url}/v1` },
    { name: 'llama.cpp', baseUrl: `${page.url}/v1` },
    { name: 'vLLM', baseUrl: `${gone.url}/v1` },
  ];
  const client = await started({ reach: { local } });
  expect(server.arrived).toEqual([]);
  expect(await client['providers.local']()).toEqual({
    servers: [{ name: 'Ollama', baseUrl: `${server.url}/v1`, models: ['llama3.2:3b'] }],
  });
  expect(server.arrived.map(({ headers }) => headers['authorization'])).toEqual([undefined]);
});
