import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openCompat } from '../../../../src/adapters/out/llm/providers/compat.ts';
import type { ModelEvent } from '../../../../src/core/ports/model.ts';
import { chunk, textAnswer } from '../../../servers/chat-completions.ts';
import { sse, startFakeProvider, streams, type FakeProvider } from '../../../servers/fake-provider.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { compatAt, connectionTo, endOf, eventsOf, KEY, requestOf, textOf } from './compat-under-test.ts';
import { user } from '../conversation.ts';

let provider: FakeProvider;
beforeEach(async () => {
  provider = await startFakeProvider(streams(...textAnswer('Hi')));
});

describe('compat: what arrives at the socket', () => {
  it('one POST with these headers and this body, and nothing about the machine', async () => {
    const { model } = await compatAt(`${provider.url}/v1`);
    await eventsOf(model, { ...requestOf([user('Hello')]), cacheKey: 'thread-1' });
    const { host } = new URL(provider.url);
    expect(provider.arrived).toEqual([
      {
        method: 'POST',
        path: '/v1/chat/completions',
        headers: {
          host,
          connection: 'keep-alive',
          accept: 'application/json',
          'accept-encoding': 'identity',
          'accept-language': '*',
          authorization: `Bearer ${KEY}`,
          'content-length': expect.stringMatching(/^\d+$/),
          'content-type': 'application/json',
          'sec-fetch-mode': 'cors',
          'user-agent': 'svc/0.1.0',
        },
        body: {
          model: 'model-1',
          messages: [
            { role: 'system', content: 'You are svc.' },
            { role: 'user', content: 'Hello' },
          ],
          tools: [
            {
              type: 'function',
              function: { name: 'write_file', description: 'Writes a file.', parameters: expect.any(Object) },
            },
          ],
          tool_choice: 'auto',
          stream: true,
          stream_options: { include_usage: true },
        },
      },
    ]);
  });

  it('to one endpoint, the key of each connection, and none where there is none', async () => {
    const deps = { clock: new ManualClock(), userAgent: 'svc/0.1.0' };
    for (const key of ['first', null, 'second']) {
      await eventsOf(openCompat(connectionTo(`${provider.url}/v1`, { key }), deps));
    }
    const keys = provider.arrived.map(({ headers }) => headers.authorization);
    expect(keys).toEqual(['Bearer first', undefined, 'Bearer second']);
  });

  it('an invalid key for a header is reported as such, and never sent or shown', async () => {
    for (const key of ['sk-é€', 'sk-a\nREST-OF-IT', 'sk a']) {
      const { model } = await compatAt(`${provider.url}/v1`, { key });
      const end = endOf(await eventsOf(model));
      expect(end).toMatchObject({ stop: 'failed', retryable: false, fault: 'key' });
      expect(JSON.stringify(end)).not.toMatch(/sk-|REST/u);
    }
    expect(provider.arrived).toHaveLength(0);
  });

  it.each(['key', null])('nothing from the environment (key: %s)', async (key) => {
    const ambient = {
      OPENAI_API_KEY: 'ambient-1',
      OPENAI_ADMIN_KEY: 'ambient-2',
      OPENAI_ORG_ID: 'ambient-3',
      OPENAI_PROJECT_ID: 'ambient-4',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/ambient-5',
      OPENAI_CUSTOM_HEADERS:
        'Authorization: Bearer ambient-6\nX-Api-Key: ambient-7\nAccept: text/ambient-8\nContent-Type: text/ambient-9',
      OPENAI_LOG: 'debug',
    };
    const before = { ...process.env };
    Object.assign(process.env, ambient);
    const logged = (['debug', 'info', 'log', 'warn', 'error'] as const).map((level) =>
      jest.spyOn(console, level),
    );
    try {
      const { model } = await compatAt(`${provider.url}/v1`, { key });
      expect(textOf(await eventsOf(model))).toBe('Hi');
    } finally {
      for (const name of Object.keys(ambient)) delete process.env[name];
      Object.assign(process.env, before);
    }
    for (const level of logged) {
      expect(level).not.toHaveBeenCalled();
      level.mockRestore();
    }
    expect(JSON.stringify(provider.arrived)).not.toContain('ambient');
    expect(provider.arrived[0]?.headers.authorization).toBe(key === null ? undefined : 'Bearer key');
  });

  it.each([
    ['/v1', '/v1/chat/completions'],
    ['', '/chat/completions'],
    ['/v1/chat/completions', '/v1/chat/completions'],
    ['/openai/d/chat/completions?api-version=1', '/openai/d/chat/completions?api-version=1'],
    ['/v1beta/openai', '/v1beta/openai/chat/completions'],
  ])('the base %j is requested at %j', async (base, path) => {
    const { model } = await compatAt(`${provider.url}${base}`);
    await eventsOf(model);
    expect(provider.arrived[0]?.path).toBe(path);
  });
});

describe('compat: aborts', () => {
  /** Sent at once, so they arrive in one read. */
  const inOneRead = [
    { reasoning_content: 'Let me ' },
    { reasoning_content: 'see.' },
    { content: 'a' },
    { content: 'b' },
  ]
    .map((delta) => sse(chunk(delta)))
    .concat(textAnswer())
    .join('');

  it('pieces of one kind in one read are merged', async () => {
    provider.reply(streams(inOneRead));
    const { model } = await compatAt(`${provider.url}/v1`);
    expect(await eventsOf(model)).toMatchObject([
      { type: 'thinking', text: 'Let me see.' },
      { type: 'text', text: 'ab' },
      { type: 'end', stop: 'end_turn' },
    ]);
  });

  it('between two pieces of one read show nothing more', async () => {
    provider.reply(streams(inOneRead));
    const { model } = await compatAt(`${provider.url}/v1`);
    const controller = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of model.stream(requestOf(), controller.signal)) {
      events.push(event);
      controller.abort();
    }
    expect(events).toMatchObject([
      { type: 'thinking', text: 'Let me see.' },
      { type: 'end', stop: 'aborted' },
    ]);
  });
});
