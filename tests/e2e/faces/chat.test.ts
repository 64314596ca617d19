import { beforeEach, expect } from '@jest/globals';
import OpenAI from 'openai';
import { end, fail, text, thinking, toolCalls } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';
import { assistant, faced, framesOf, user, type Faced } from './face.ts';

let face: Faced;

beforeEach(async () => {
  face = await faced();
});

const threads = async () => (await face.engine.client['threads.list']()).threads;
const failed = async (asked: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> => {
  const error: unknown = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OpenAI.APIError);
  return error as InstanceType<typeof OpenAI.APIError>;
};

verifies('faces.off', 'an unknown path, whatever is asked', async () => {
  await face.engine.client['config.set']({ body: { faces: null } });
  const asked = (path: string) =>
    fetch(`${face.baseUrl}${path}`, { headers: { authorization: `Bearer ${face.token}` } });
  for (const path of ['/models', '/chat/completions', '/responses']) {
    const response = await asked(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  }
  await face.engine.client['config.set']({ body: { faces: { openai: true } } });
  expect((await asked('/models')).status).toBe(200);
});

verifies('faces.token', 'not the token of the engine, no token, a wrong one, and no cookie', async () => {
  const { token } = await face.engine.engine.services.auth.token();
  const of = (apiKey: string) => new OpenAI({ apiKey, baseURL: face.baseUrl, maxRetries: 0 });
  for (const key of [token, 'nothing', `${face.token.slice(0, -4)}aaaa`]) {
    const error = await failed(of(key).models.list());
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
    expect([error.status, error.code, error.type]).toEqual([401, 'invalid_api_key', 'authentication_error']);
  }
  const bare = await fetch(`${face.baseUrl}/models`, { headers: { cookie: 'svc_session=x' } });
  expect(bare.status).toBe(401);
  expect(await bare.json()).toMatchObject({ error: { code: 'invalid_api_key', param: null } });
  const { services } = face.engine.engine;
  const reads = await services.ownTokens.make(
    { person: services.people.owner, role: 'owner', scopes: ['read', 'run', 'manage'], signedIn: 'token' },
    { name: 'reads', scopes: ['read'], expiresAt: null },
  );
  const narrow = await failed(of(reads.token).models.list());
  expect([narrow.status, narrow.code, narrow.type]).toEqual([403, 'scope_too_narrow', 'permission_error']);
});

verifies('faces.models', 'the model of the settings, and each profile', async () => {
  await face.engine.client['config.set']({
    body: {
      model_profiles: { eu: { provider: 'compat', api_base_url: 'https://eu.example/v1', model_id: 'm' } },
    },
  });
  const listed = [];
  for await (const model of face.openai.models.list()) listed.push([model.id, model.object]);
  expect(listed).toEqual([
    ['svc', 'model'],
    ['eu', 'model'],
  ]);
  expect(await face.openai.models.retrieve('eu')).toMatchObject({ id: 'eu' });
  expect((await failed(face.openai.models.retrieve('gpt-4o'))).code).toBe('model_not_found');
  const other = await failed(face.openai.chat.completions.create({ model: 'gpt-4o', messages: [user('a')] }));
  expect([other.status, other.code]).toEqual([404, 'model_not_found']);
});

verifies('faces.chat', 'with its end, its usage, and the thread in its headers', async () => {
  face.plays.push([
    [
      thinking('It is about plums.'),
      text('I look.'),
      toolCalls({ name: 'list_files', input: { path: '.' } }),
    ],
    [text('Plums are blue.')],
  ]);
  const { data, response } = await face.openai.chat.completions
    .create({ model: 'svc', messages: [user('What are plums?')], user: 'somebody' })
    .withResponse();
  const [choice] = data.choices;
  expect(data.choices).toHaveLength(1);
  expect(choice).toMatchObject({
    finish_reason: 'stop',
    message: { role: 'assistant', content: 'I look.\n\nPlums are blue.', refusal: null },
  });
  expect(choice?.message.tool_calls).toBeUndefined();
  expect(choice?.message).toHaveProperty(
    'reasoning_content',
    expect.stringMatching(/^It is about plums\.\n\[list_files\]$/u),
  );
  expect(data.usage).toEqual({
    prompt_tokens: 200,
    completion_tokens: 20,
    total_tokens: 220,
    prompt_tokens_details: { cached_tokens: 0 },
  });
  const [thread] = await threads();
  expect(response.headers.get('x-svc-thread')).toBe(thread?.threadId);
  expect(thread?.title).toBe('What are plums?');
});

verifies('faces.stream', 'one last chunk says why it ended, and usage comes once, if asked for', async () => {
  const turns = [
    [text('I '), text('look.'), toolCalls({ name: 'list_files', input: { path: '.' } })],
    [text('Blue.')],
  ];
  face.plays.push(turns, turns);
  const messages = [user('What are plums?')];
  const frames = await framesOf(face, { messages });
  expect(frames.at(-1)).toBe('[DONE]');
  const chunks = frames.slice(0, -1).map((frame) => JSON.parse(frame) as OpenAI.ChatCompletionChunk);
  const reasons = chunks.map(({ choices }) => choices[0]?.finish_reason);
  expect(reasons.slice(0, -1).every((reason) => reason === null)).toBe(true);
  expect(reasons.at(-1)).toBe('stop');
  expect(frames.join('')).not.toMatch(/tool_calls|"usage"/u);
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('I look.\n\nBlue.');
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);

  const counted = await framesOf(face, { messages, stream_options: { include_usage: true } });
  const all = counted.slice(0, -1).map((frame) => JSON.parse(frame) as OpenAI.ChatCompletionChunk);
  expect(all.filter(({ usage }) => usage)).toEqual([
    expect.objectContaining({ choices: [], usage: expect.objectContaining({ total_tokens: 220 }) }),
  ]);
  expect(all.at(-1)?.choices).toEqual([]);
});

verifies('faces.stream', 'the helper of the library makes the same of it', async () => {
  face.plays.push([[text('A '.repeat(20_000)), text('long answer.')]]);
  const stream = face.openai.chat.completions.stream({
    model: 'svc',
    messages: [user('Say much')],
    stream_options: { include_usage: true },
  });
  const done = await stream.finalChatCompletion();
  expect(done.choices[0]?.finish_reason).toBe('stop');
  expect(done.choices[0]?.message.content).toBe(`${'A '.repeat(20_000)}long answer.`);
  expect((await stream.totalUsage()).total_tokens).toBe(110);
});

verifies('faces.stream', 'an answer that the model could not finish says so', async () => {
  face.plays.push([[text('half'), end('refused')]]);
  const { choices } = await face.openai.chat.completions.create({ model: 'svc', messages: [user('a')] });
  expect(choices[0]?.finish_reason).toBe('content_filter');
});

verifies('faces.errors', 'what is not done here is refused in words, and nothing begins', async () => {
  const refuses = async (more: object, param: string | null, words: RegExp) => {
    const body = {
      model: 'svc',
      messages: [user('a')],
      ...more,
    } as OpenAI.ChatCompletionCreateParamsNonStreaming;
    const error = await failed(face.openai.chat.completions.create(body));
    expect([error.status, error.type, error.param]).toEqual([400, 'invalid_request_error', param]);
    expect(error.message).toMatch(words);
  };
  const tool = { type: 'function', function: { name: 'x', parameters: {} } };
  await refuses({ n: 2 }, 'n', /one answer/u);
  await refuses({ logprobs: true }, 'logprobs', /not known/u);
  await refuses({ tools: [tool] }, 'tools', /tools of its own/u);
  await refuses({ response_format: { type: 'json_object' } }, 'response_format', /in words/u);
  await refuses({ messages: [] }, 'messages', /last message/u);
  await refuses({ messages: [assistant('a')] }, 'messages', /last message/u);
  await refuses({ messages: 'a' }, 'messages', /must be a list/u);
  await refuses({ messages: [user(' ')] }, 'messages', /empty/u);
  expect(await threads()).toEqual([]);
  await face.openai.chat.completions.create({
    model: 'svc',
    messages: [user('a')],
    n: 1,
    temperature: 0.2,
    tools: [],
    logprobs: false,
    response_format: { type: 'text' },
  });
});

verifies('faces.errors', 'a body, a path and a host that are wrong', async () => {
  const send = (path: string, init: RequestInit) =>
    fetch(`${face.baseUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${face.token}`, 'content-type': 'application/json', ...init.headers },
    });
  const broken = await send('/chat/completions', { method: 'POST', body: '{' });
  expect(broken.status).toBe(400);
  expect(await broken.json()).toMatchObject({ error: { type: 'invalid_request_error', param: null } });
  const unknown = await send('/embeddings', { method: 'POST', body: '{}' });
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({ error: { code: 'unknown_url' } });
  const foreign = await send('/models', { headers: { origin: 'https://evil.example' } });
  expect(foreign.status).toBe(403);
  expect(await foreign.json()).toMatchObject({ error: { type: 'permission_error' } });
});

verifies('faces.errors', 'a run that fails, as a status or in the stream, without an end', async () => {
  const failing = [[fail('provider_error', { retryable: false })]];
  face.plays.push(failing, failing);
  const messages = [user('a')];
  const error = await failed(face.openai.chat.completions.create({ model: 'svc', messages }));
  expect([error.status, error.type, error.code]).toEqual([502, 'server_error', 'provider_error']);
  const frames = await framesOf(face, { messages });
  expect(JSON.parse(frames.at(-1) ?? '')).toMatchObject({ error: { code: 'provider_error' } });
  expect(frames.join('')).not.toContain('"finish_reason":"stop"');
});
