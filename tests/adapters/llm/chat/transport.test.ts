import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openCompat } from '../../../../src/adapters/out/llm/providers/compat.ts';
import { brokenStream } from '../../../../src/adapters/out/llm/wire/failure.ts';
import { modelLimits } from '../../../../src/core/models/limits.ts';
import type { ModelEvent } from '../../../../src/core/ports/model.ts';
import { callAnswer, chunk, textAnswer, usageChunk } from '../../../servers/chat-completions.ts';
import {
  answers,
  cutsAfter,
  hangsAfter,
  saysNothing,
  sse,
  startFakeProvider,
  stepwise,
  streams,
  type FakeProvider,
} from '../../../servers/fake-provider.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import {
  compatAt,
  connectionTo,
  endOf,
  eventsOf,
  KEY,
  requestOf,
  textOf,
  user,
} from './compat-under-test.ts';
import { verifies } from '../../../spec/verifies.ts';

let provider: FakeProvider;
beforeEach(async () => {
  provider = await startFakeProvider();
});
afterEach(() => provider.close());

const HALF = textAnswer('Good ', 'morning').slice(0, 3);

/** A stream that is being read, and its events. */
function readingOf(stream: AsyncIterable<ModelEvent>) {
  const events: ModelEvent[] = [];
  const said = Promise.withResolvers<void>();
  const over = (async () => {
    for await (const event of stream) {
      events.push(event);
      if (textOf(events) === 'Good morning') said.resolve();
    }
    return events;
  })();
  return { events, over, saidHalf: said.promise };
}

describe('compat: what arrives at the socket', () => {
  it('one POST with these headers and nothing about the machine', async () => {
    provider.reply(streams(...textAnswer('Hi')));
    const { model } = await compatAt(`${provider.url}/v1`);
    expect(textOf(await eventsOf(model))).toBe('Hi');
    const { host } = new URL(provider.url);
    expect(provider.arrived).toHaveLength(1);
    expect(provider.arrived[0]).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(provider.arrived[0]?.headers).toEqual({
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
    });
  });

  it('this body', async () => {
    provider.reply(streams(...textAnswer('Hi')));
    const { model } = await compatAt(`${provider.url}/v1`);
    await eventsOf(model, { ...requestOf([user('Hello')]), cacheKey: 'thread-1' });
    expect(provider.arrived[0]?.body).toEqual({
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
    });
  });

  it('no Authorization at all without a key', async () => {
    provider.reply(streams(...textAnswer('Hi')));
    const { model } = await compatAt(`${provider.url}/v1`, { key: null });
    expect(textOf(await eventsOf(model))).toBe('Hi');
    expect(provider.arrived[0]?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(provider.arrived[0]?.headers)).not.toContain('none');
  });

  it('to one endpoint, the key of each connection, and none where there is none', async () => {
    const deps = { clock: new ManualClock(), userAgent: 'svc/0.1.0' };
    for (const key of ['first', null, 'second']) {
      provider.reply(streams(...textAnswer('Hi')));
      await eventsOf(openCompat(connectionTo(`${provider.url}/v1`, { key }), deps));
    }
    const keys = provider.arrived.map(({ headers }) => headers.authorization);
    expect(keys).toEqual(['Bearer first', undefined, 'Bearer second']);
  });

  it('an invalid key for a header is reported as such, and never sent or shown', async () => {
    for (const key of ['sk-é€', 'sk-a\nREST-OF-IT', 'sk a']) {
      const { model } = await compatAt(`${provider.url}/v1`, { key });
      const end = endOf(await eventsOf(model));
      expect(end).toMatchObject({
        stop: 'failed',
        retryable: false,
        error: expect.stringContaining('characters'),
      });
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
      provider.reply(streams(...textAnswer('Hi')));
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
    provider.reply(streams(...textAnswer('Hi')));
    const { model } = await compatAt(`${provider.url}${base}`);
    await eventsOf(model);
    expect(provider.arrived[0]?.path).toBe(path);
  });

  it('a redirect is not followed: the other server receives nothing', async () => {
    const other = await startFakeProvider(streams(...textAnswer('stolen')));
    for (const status of [301, 302, 307, 308]) {
      provider.reply(answers(status, 'Moved', { location: `${other.url}/v1/chat/completions` }));
      const { model } = await compatAt(`${provider.url}/v1`);
      expect(endOf(await eventsOf(model))).toMatchObject({
        stop: 'failed',
        retryable: false,
        error: expect.stringContaining('another address'),
      });
    }
    expect(other.arrived).toEqual([]);
    await other.close();
  });
});

describe('compat: silence', () => {
  it.each([
    ['before the headers', saysNothing()],
    ['before the first word', hangsAfter()],
    ['in the middle', hangsAfter(...HALF)],
  ])('%s is abandoned after three minutes', async (_when, reply) => {
    provider.reply(reply);
    const { model, clock, held } = await compatAt(`${provider.url}/v1`);
    const { over } = readingOf(model.stream(requestOf(), new AbortController().signal));
    await provider.reached(1);
    // Until it is read, the server's half does not count as silence.
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    await clock.advance(modelLimits.idleMs - 1);
    expect(provider.open).toBe(1);
    await clock.advance(1);
    const end = endOf(await over);
    expect(end).toMatchObject({ stop: 'failed', code: 'provider_timeout', retryable: true });
    await provider.idle();
    expect(clock.waiting + held()).toBe(0);
  });

  verifies('models.stream.faults', 'does not count while pings come, for five minutes', async () => {
    const pings = Array.from({ length: 10 }, () => ': ping\n\n');
    const script = stepwise(...HALF, ...pings, sse(chunk({}, 'stop')), sse('[DONE]'));
    provider.reply(script.reply);
    const { model, clock } = await compatAt(`${provider.url}/v1`);
    const { over, saidHalf } = readingOf(model.stream(requestOf(), new AbortController().signal));
    for (const _piece of HALF) await script.next();
    await saidHalf;
    for (const _ping of pings) {
      await clock.advance(30_000);
      await script.next();
      for (let turn = 0; turn < 20; turn++) await setImmediate();
    }
    await script.next();
    await script.next();
    const events = await over;
    expect([textOf(events), endOf(events).stop]).toEqual(['Good morning', 'end_turn']);
  });

  it('after the finish reason takes nothing from the answer', async () => {
    provider.reply(hangsAfter(...HALF, sse(chunk({}, 'stop'))));
    const { model, clock } = await compatAt(`${provider.url}/v1`);
    const { over, saidHalf } = readingOf(model.stream(requestOf(), new AbortController().signal));
    await saidHalf;
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    await clock.advance(modelLimits.idleMs);
    expect(endOf(await over).stop).toBe('end_turn');
    await provider.idle();
  });

  it('after [DONE] is not waited for', async () => {
    provider.reply(hangsAfter(...textAnswer('Good ', 'morning')));
    const { model, clock, held } = await compatAt(`${provider.url}/v1`);
    const { over, saidHalf } = readingOf(model.stream(requestOf(), new AbortController().signal));
    await saidHalf;
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    await clock.advance(modelLimits.afterEndMs);
    expect(endOf(await over).stop).toBe('end_turn');
    await provider.idle();
    expect(clock.waiting + held()).toBe(0);
  });
});

describe('compat: broken connections', () => {
  verifies('models.stream.faults', 'in the middle of the answer keep the text and the usage', async () => {
    provider.reply(cutsAfter(...HALF, sse(usageChunk(9, 2))));
    const { model } = await compatAt(`${provider.url}/v1`);
    const events = await eventsOf(model);
    expect(textOf(events)).toBe('Good morning');
    expect(endOf(events)).toMatchObject({
      stop: 'failed',
      code: 'provider_error',
      retryable: true,
      error: expect.stringContaining('broke in the middle'),
      // 2 tokens were counted; 12 characters may be more.
      usage: { inputTokens: 9, outputTokens: 6 },
    });
  });

  verifies(['models.stream.faults', 'models.stream.quirks'], 'inside a call run nothing', async () => {
    provider.reply(cutsAfter(...callAnswer('write_file', '{"path":"a"}').slice(0, 3)));
    const { model } = await compatAt(`${provider.url}/v1`);
    expect(endOf(await eventsOf(model))).toMatchObject({ stop: 'failed', retryable: true });
  });

  it('after the finish reason leave the answer complete', async () => {
    provider.reply(cutsAfter(...callAnswer('write_file', '{"path":', '"a"}').slice(0, -2)));
    const { model } = await compatAt(`${provider.url}/v1`);
    expect(endOf(await eventsOf(model))).toMatchObject({
      stop: 'tool_use',
      toolCalls: [{ name: 'write_file', input: { path: 'a' } }],
    });
  });

  it('before the headers', async () => {
    provider.reply((_request, response) => void response.destroy());
    const { model } = await compatAt(`${provider.url}/v1`);
    expect(endOf(await eventsOf(model))).toMatchObject({
      stop: 'failed',
      retryable: true,
      error: expect.stringContaining('cannot be reached'),
    });
  });

  it('where nothing listens, or it is not a web server', async () => {
    const { url } = provider;
    await provider.close();
    const refused = endOf(await eventsOf((await compatAt(`${url}/v1`)).model));
    expect(refused).toMatchObject({
      stop: 'failed',
      retryable: true,
      error: expect.stringContaining('Nothing listens'),
    });
    const server = createServer((socket) => void socket.end('220 mail ready\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const odd = endOf(await eventsOf((await compatAt(`http://127.0.0.1:${port}`)).model));
    expect(odd).toMatchObject({ stop: 'failed', retryable: true });
    server.close();
    provider = await startFakeProvider();
  });

  it('a port blocked by fetch is named, and not retried', async () => {
    for (const port of [6000, 6667]) {
      const end = endOf(await eventsOf((await compatAt(`http://127.0.0.1:${port}/v1`)).model));
      expect(end).toMatchObject({
        stop: 'failed',
        retryable: false,
        error: expect.stringContaining('this port is one that no HTTP client may use'),
      });
    }
  });

  it('for a reason without a code are reported as a sentence', () => {
    for (const [reason, told] of [
      ['odd', ' It said: odd. Check'],
      ['Odd!', ' It said: Odd! Check'],
      ['', '. Check'],
    ] as const) {
      const { error } = brokenStream(new TypeError('fetch failed', { cause: new Error(reason) }), false);
      expect(error).toContain(`cannot be reached.${told.replace(/^\./u, '')}`);
    }
  });

  it('a web page in place of an answer', async () => {
    provider.reply(answers(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }));
    const { model } = await compatAt(`${provider.url}/v1`);
    expect(endOf(await eventsOf(model))).toMatchObject({
      stop: 'failed',
      retryable: false,
      error: expect.stringContaining('web page'),
    });
  });

  it('an answer that is one JSON text', async () => {
    provider.reply(
      answers(200, {
        object: 'chat.completion',
        choices: [{ message: { content: 'Whole' }, finish_reason: 'stop' }],
      }),
    );
    const { model } = await compatAt(`${provider.url}/v1`);
    expect(textOf(await eventsOf(model))).toBe('Whole');
  });

  it('a line without an end is not buffered for ever', async () => {
    provider.reply(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: ');
      const piece = 'x'.repeat(1024 * 1024);
      while (!response.destroyed)
        await new Promise<void>((resolve) => {
          response.once('close', resolve);
          response.write(piece, () => {
            response.off('close', resolve);
            resolve();
          });
        });
    });
    const { model } = await compatAt(`${provider.url}/v1`);
    expect(endOf(await eventsOf(model))).toMatchObject({
      stop: 'failed',
      retryable: false,
      error: expect.stringContaining('more than an answer can hold'),
    });
    await provider.idle();
  });
});

describe('compat: aborts', () => {
  it('before the headers frees the socket at once', async () => {
    provider.reply(saysNothing());
    const { model, clock, held } = await compatAt(`${provider.url}/v1`);
    const controller = new AbortController();
    const { over } = readingOf(model.stream(requestOf(), controller.signal));
    await provider.reached(1);
    controller.abort();
    expect(await over).toMatchObject([{ type: 'end', stop: 'aborted' }]);
    await provider.idle();
    expect(clock.waiting + held()).toBe(0);
  });

  verifies(
    'models.abort-frees-socket',
    'in the middle frees the socket at once, and keeps the usage',
    async () => {
      provider.reply(hangsAfter(sse(usageChunk(9, 0)), ...HALF));
      const { model, clock, held } = await compatAt(`${provider.url}/v1`);
      const controller = new AbortController();
      const { over, saidHalf } = readingOf(model.stream(requestOf(), controller.signal));
      await saidHalf;
      controller.abort();
      expect(endOf(await over)).toMatchObject({ stop: 'aborted', usage: { inputTokens: 9 } });
      await provider.idle();
      expect(clock.waiting + held()).toBe(0);
    },
  );

  it('by a consumer that stops frees the socket at once', async () => {
    provider.reply(hangsAfter(...HALF));
    const { model, clock, held } = await compatAt(`${provider.url}/v1`);
    for await (const _event of model.stream(requestOf(), new AbortController().signal)) break;
    expect(clock.waiting + held()).toBe(0);
    await provider.idle();
  });

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

  it('leave no listener on the signal of the run', async () => {
    provider.reply(streams(...textAnswer('Hi')));
    const { model } = await compatAt(`${provider.url}/v1`);
    const { signal } = new AbortController();
    let listening = 0;
    const [on, off] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...given: Parameters<typeof on>) => {
      listening += 1;
      on(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof off>) => {
      listening -= 1;
      off(...given);
    };
    for (let turn = 0; turn < 3; turn++) await eventsOf(model, requestOf(), signal);
    expect(listening).toBe(0);
  });
});
