import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile as write } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGemini } from '../../../../src/adapters/out/llm/gemini/gemini-model.ts';
import { serviceAccountIn } from '../../../../src/adapters/out/llm/wire/service-account.ts';
import type { Model } from '../../../../src/core/ports/model.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { answers, cutsAfter, hangsAfter, saysNothing, streams } from '../../../servers/fake-provider.ts';
import {
  startFakeCloud,
  textAnswer,
  token,
  writeServiceAccount,
  type FakeCloud,
} from '../../../servers/vertex.ts';
import { answerIn, ask, connection, eventsOf, openGeminiOn, requestOf, user } from './talk.ts';

let folder: string;
let account: string;
let cloud: FakeCloud;
let clock: ManualClock;
let model: Model;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-gemini-'));
  account = await writeServiceAccount(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  clock = new ManualClock();
  cloud = await startFakeCloud(streams(...textAnswer('Hello.')));
  model = await openGeminiOn(cloud, connection({ credentialsFile: account }), clock);
});
afterEach(async () => {
  expect(cloud.held + clock.waiting).toBe(0);
  await cloud.close();
});

/** Node's own `fetch` sets timers, too. */
const isOfNode = (stack: string): boolean => stack.split('\n')[2]?.includes('node:internal') ?? false;

const problem = (
  code: number,
  status: string,
  message = 'What went wrong.',
  details: readonly object[] = [],
) => ({
  error: { code, message, status, details },
});

/** A call, and the moment when its request reached this server. */
const begun = (server: FakeCloud['service'], signal: AbortSignal) => {
  const answer = ask(model, requestOf([user('Hello')]), signal);
  return { answer, reached: server.reached(1) };
};

describe('a refusal', () => {
  const FAULTS: Readonly<Record<number, string>> = { 401: 'key', 403: 'key', 404: 'not_found', 429: 'busy' };
  it.each([
    [400, 'INVALID_ARGUMENT', false],
    [401, 'UNAUTHENTICATED', false],
    [403, 'PERMISSION_DENIED', false],
    [404, 'NOT_FOUND', false],
    [413, 'INVALID_ARGUMENT', false],
    [429, 'RESOURCE_EXHAUSTED', true],
    [499, 'CANCELLED', false],
    [500, 'INTERNAL', true],
    [503, 'UNAVAILABLE', true],
    [504, 'DEADLINE_EXCEEDED', true],
    [529, 'UNAVAILABLE', true],
  ])("with HTTP %i is reported with the service's message", async (status, word, retryable) => {
    cloud.service.reply(answers(status, problem(status, word)));
    const { text, end } = await ask(model);
    expect(text).toBe('');
    expect(end).toEqual({
      type: 'end',
      stop: 'failed',
      code: 'provider_error',
      error: expect.stringMatching(new RegExp(`HTTP ${status}.*It said: What went wrong\\.`, 'u')),
      retryable,
      fault: FAULTS[status] ?? (status < 500 ? 'request' : 'busy'),
      usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    });
    expect(cloud.service.arrived).toHaveLength(1);
  });

  it.each([
    ['a list', JSON.stringify([problem(400, 'INVALID_ARGUMENT')])],
    ['a page', '<html>Bad gateway</html>'],
    ['nothing', ''],
    ['a number', '7'],
    ['damaged', '{"error": {'],
    ['endless', 'x'.repeat(1_000_000)],
  ])('is reported by its status when its body is %s', async (_what, body) => {
    cloud.service.reply(answers(400, body));
    expect((await ask(model)).end).toMatchObject({
      stop: 'failed',
      retryable: false,
      error: expect.stringContaining('HTTP 400'),
    });
  });

  it('is read only as far as it can be quoted', async () => {
    cloud.service.reply((_request, response) => {
      response.writeHead(400).write('x'.repeat(200_000));
    });
    expect((await ask(model)).end).toMatchObject({ error: expect.stringContaining('HTTP 400') });
    await cloud.service.idle();
  });

  it.each([
    ['a header', { 'retry-after': '7' }, [], 7_000],
    ['its details', {}, [{ retryDelay: '21s' }], 21_000],
  ])('states how long to wait in %s', async (_where, headers, details, retryAfterMs) => {
    cloud.service.reply(answers(429, problem(429, 'RESOURCE_EXHAUSTED', 'Quota', details), headers));
    expect((await ask(model)).end).toMatchObject({ retryAfterMs });
  });

  it('never quotes a token', async () => {
    cloud.service.reply(
      answers(400, problem(400, 'INVALID_ARGUMENT', 'Not Bearer ya29.synthetic-token please')),
    );
    const { end } = await ask(model);
    expect(JSON.stringify(end)).not.toContain('ya29');
  });

  it.each([301, 302, 307, 308])('with HTTP %i sends nothing to another address', async (status) => {
    cloud.service.reply(answers(status, '', { location: `${cloud.service.url}/elsewhere` }));
    expect((await ask(model)).end).toMatchObject({ stop: 'failed', retryable: false });
    expect(cloud.service.arrived).toHaveLength(1);
  });
});

describe('a connection', () => {
  it('that breaks before an answer may be retried', async () => {
    cloud.service.reply((_request, response) => void response.destroy());
    expect((await ask(model)).end).toMatchObject({ stop: 'failed', code: 'provider_error', retryable: true });
  });

  it('that breaks in the middle keeps the text and says so', async () => {
    const [first = ''] = textAnswer('Hello', ' you');
    cloud.service.reply(cutsAfter(first));
    const { text, end } = await ask(model);
    expect(text).toBe('Hello');
    expect(end).toMatchObject({ stop: 'failed', retryable: true, error: expect.stringContaining('middle') });
  });

  it('that stays open after the last chunk loses nothing', async () => {
    cloud.service.reply(hangsAfter(textAnswer('Hello').join('')));
    const events = model.stream(requestOf([user('Hello')]), new AbortController().signal);
    const stream = events[Symbol.asyncIterator]();
    expect((await stream.next()).value).toEqual({ type: 'text', text: 'Hello' });
    const end = stream.next();
    await clock.advance(180_001);
    expect((await end).value).toMatchObject({ stop: 'end_turn' });
    await cloud.service.idle();
  });

  it('that breaks after the last chunk loses nothing', async () => {
    cloud.service.reply(cutsAfter(...textAnswer('Hello')));
    expect(await ask(model)).toMatchObject({ text: 'Hello', end: { stop: 'end_turn' } });
  });

  it.each([
    ['the token', 'tokens', saysNothing()],
    ['the first byte', 'service', saysNothing()],
    ['the next chunk', 'service', hangsAfter(textAnswer('Hello')[0] ?? '')],
  ] as const)('that is silent for three minutes before %s is abandoned', async (_what, where, reply) => {
    cloud[where].reply(reply);
    const { answer, reached } = begun(cloud[where], new AbortController().signal);
    await reached;
    await clock.advance(179_000);
    expect(cloud[where].open).toBe(1);
    await clock.advance(1_001);
    expect((await answer).end).toMatchObject({ stop: 'failed', code: 'provider_timeout', retryable: true });
    await cloud[where].idle();
  });

  it.each([
    ['the token', 'tokens', saysNothing()],
    ['the first byte', 'service', saysNothing()],
    ['the next chunk', 'service', hangsAfter(textAnswer('Hello')[0] ?? '')],
  ] as const)('is released at once when the call is aborted before %s', async (_what, where, reply) => {
    cloud[where].reply(reply);
    const stop = new AbortController();
    const { answer, reached } = begun(cloud[where], stop.signal);
    await reached;
    stop.abort();
    expect((await answer).end).toMatchObject({ stop: 'aborted' });
    await cloud[where].idle();
    expect(cloud.service.arrived.length).toBe(where === 'tokens' ? 0 : 1);
  });

  it('is released when the consumer stops', async () => {
    cloud.service.reply(hangsAfter(textAnswer('Hello')[0] ?? ''));
    for await (const _event of model.stream(requestOf([user('Hello')]), new AbortController().signal)) break;
    await cloud.service.idle();
  });
});

describe('credentials', () => {
  const withFile = async (credentialsFile: string) =>
    (await ask(await openGeminiOn(cloud, connection({ credentialsFile }), clock))).end;
  const file = async (name: string, content: string) => {
    const path = join(folder, name);
    await write(path, content);
    return path;
  };

  it.each<[string, () => Promise<string>, RegExp]>([
    ['do not exist', () => Promise.resolve(join(folder, 'nowhere.json')), /is not there/u],
    ['are a folder', () => Promise.resolve(folder), /cannot be read/u],
    ['are no JSON', () => file('broken.json', '{"type": "service'), /not the key of a service account/u],
    ['have too long a name', () => Promise.resolve(join(folder, 'x'.repeat(300))), /cannot be read/u],
    [
      'have a key of another kind',
      () => {
        const { privateKey } = generateKeyPairSync('ed25519');
        const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
        return file('curve.json', JSON.stringify({ client_email: 'a@b', private_key }));
      },
      /not the key of a service account/u,
    ],
    [
      'name a command',
      async () => {
        const key = JSON.parse(await readFile(account, 'utf8')) as object;
        return await file('run.json', JSON.stringify({ ...key, type: 'external_account' }));
      },
      /not the key of a service account/u,
    ],
    ['are empty', () => file('empty.json', ''), /not the key of a service account/u],
    ['are of another kind', () => file('notes.txt', 'hello'), /not the key of a service account/u],
    [
      'lack a key',
      () => file('keyless.json', '{"type": "service_account"}'),
      /not the key of a service account/u,
    ],
    [
      'have a damaged key',
      () =>
        file(
          'damaged.json',
          JSON.stringify({ type: 'service_account', client_email: 'a@b', private_key: 'x' }),
        ),
      /not the key of a service account/u,
    ],
  ])('that %s are reported as such, and not retried', async (_what, path, error) => {
    const end = await withFile(await path());
    expect(end).toMatchObject({
      stop: 'failed',
      code: 'provider_error',
      retryable: false,
      error: expect.stringMatching(error),
    });
    expect(JSON.stringify(end)).not.toContain(folder);
    expect(cloud.asked).toEqual([]);
  });

  it('that cannot be read to their end do not delay an abort', async () => {
    const path = join(folder, 'endless.json');
    execFileSync('mkfifo', [path]);
    const stop = new AbortController();
    const endless = await openGeminiOn(cloud, connection({ credentialsFile: path }), clock);
    const answer = ask(endless, requestOf([user('Hello')]), stop.signal);
    await clock.advance(1_000);
    stop.abort();
    expect((await answer).end.stop).toBe('aborted');
    // Lets the library continue: nothing waits for it, and its result is ignored.
    await write(path, await readFile(account));
    await clock.advance(1_000);
    expect([...cloud.tokens.arrived, ...cloud.service.arrived]).toEqual([]);
  });

  it.each([
    ['names a command', { type: 'external_account' }],
    ['opens nothing', { private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' }],
  ])('never reach the library from a file that %s', async (_what, more) => {
    const key = JSON.parse(await readFile(account, 'utf8')) as object;
    const path = await file('forged.json', JSON.stringify({ ...key, ...more }));
    await expect(serviceAccountIn(path)).rejects.toMatchObject({
      name: 'WireFailure',
      message: expect.stringContaining('not the key of a service account'),
    });
  });

  describe('of the machine itself', () => {
    const before = { ...process.env };
    beforeEach(() => {
      Object.assign(process.env, { HOME: folder, METADATA_SERVER_DETECTION: 'none' });
    });
    afterEach(() => {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
    });
    const askWithout = async () => {
      return await ask(await openGeminiOn(cloud, connection({ credentialsFile: null }), clock));
    };

    it('work where no file is set', async () => {
      process.env['GOOGLE_APPLICATION_CREDENTIALS'] = account;
      expect(await askWithout()).toMatchObject({ text: 'Hello.', end: { stop: 'end_turn' } });
      expect(cloud.tokens.arrived).toHaveLength(1);
    });

    it('are reported as missing where there are none', async () => {
      delete process.env['GOOGLE_APPLICATION_CREDENTIALS'];
      expect((await askWithout()).end).toMatchObject({
        stop: 'failed',
        retryable: false,
        error: expect.stringMatching(
          /No credentials .* were found on this machine.*GOOGLE_APPLICATION_CREDENTIALS/u,
        ),
      });
    });
  });

  it('that are unreadable are reported as such', async () => {
    const path = await file('locked.json', '{}');
    await chmod(path, 0);
    const end = await withFile(path);
    expect(end).toMatchObject({ stop: 'failed', retryable: false });
    // Root can read everything.
    if (process.getuid?.() !== 0) expect(end).toMatchObject({ error: expect.stringContaining('EACCES') });
  });

  it.each([
    [400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, false],
    [401, { error: 'unauthorized_client' }, false],
    [403, problem(403, 'PERMISSION_DENIED', 'Denied'), false],
    [302, '', false],
    [429, { error: 'rate' }, true],
    [500, 'oops', true],
    [503, '', true],
  ])('that the token endpoint refuses with HTTP %i fail once', async (status, body, retryable) => {
    cloud.tokens.reply(answers(status, body, { location: `${cloud.tokens.url}/elsewhere` }));
    const { end } = await ask(model);
    expect(end).toMatchObject({
      stop: 'failed',
      retryable,
      error: expect.stringContaining(`HTTP ${status}`),
    });
    if (status === 400)
      expect(end).toMatchObject({ error: expect.stringContaining('Invalid JWT Signature.') });
    expect([cloud.tokens.arrived.length, cloud.service.arrived.length]).toEqual([1, 0]);
  });

  it.each([
    ['breaks the connection', () => cloud.tokens.reply((_request, response) => void response.destroy())],
    ['gives a page', () => cloud.tokens.reply(answers(200, '<html>Sign in</html>'))],
    ['gives no token', () => cloud.tokens.reply(answers(200, { expires_in: 3_600 }))],
  ])('may be retried when the token endpoint %s, and are tried once', async (_what, prepare) => {
    prepare();
    const timers = globalThis.setTimeout;
    const pauses: unknown[] = [];
    const counted = (...given: Parameters<typeof timers>) => {
      if (!isOfNode(new Error('here').stack ?? '')) pauses.push(given[1]);
      return timers(...given);
    };
    globalThis.setTimeout = Object.assign(counted, timers) as typeof timers;
    try {
      expect((await ask(model)).end).toMatchObject({ stop: 'failed', retryable: true });
      await clock.advance(0);
    } finally {
      globalThis.setTimeout = timers;
    }
    // The library's own retries begin with one.
    expect(pauses).toEqual([]);
    expect([cloud.tokens.arrived.length, cloud.service.arrived.length]).toEqual([1, 0]);
  });
});

describe('a token', () => {
  const tokensSent = () => cloud.service.arrived.map(({ headers }) => headers.authorization);

  it('works until shortly before it expires', async () => {
    cloud.tokens.reply(token('first', 3_600), token('second', 3_600));
    await ask(model);
    await ask(model);
    await clock.advance(55 * 60_000 - 1);
    await ask(model);
    await clock.advance(1);
    await ask(model);
    expect(tokensSent()).toEqual(['Bearer first', 'Bearer first', 'Bearer first', 'Bearer second']);
  });

  it('belongs to the account that is in the file now', async () => {
    const mine = await mkdtemp(join(folder, 'mine-'));
    cloud.tokens.reply(token('first'), token('second'));
    const given = { credentialsFile: await writeServiceAccount(mine) };
    const own = await openGeminiOn(cloud, connection(given), clock);
    await ask(own);
    await writeServiceAccount(mine, { client_email: 'other@example-project.iam.gserviceaccount.com' });
    await ask(own);
    expect(tokensSent()).toEqual(['Bearer first', 'Bearer second']);
  });

  it('that the service refuses is not reused', async () => {
    cloud.tokens.reply(token('first'), token('second'));
    cloud.service.reply(answers(401, problem(401, 'UNAUTHENTICATED')), streams(...textAnswer('Hello.')));
    await ask(model);
    await ask(model);
    expect(tokensSent()).toEqual(['Bearer first', 'Bearer second']);
  });

  it('without a lifetime, or about to expire, works once', async () => {
    cloud.tokens.reply(answers(200, { access_token: 'eternal' }), token('short', 60), token('last'));
    for (let turn = 0; turn < 3; turn++) await ask(model);
    expect(tokensSent()).toEqual(['Bearer eternal', 'Bearer short', 'Bearer last']);
  });

  it('is fetched by each call without one, so that aborting one call does not affect another', async () => {
    cloud.tokens.reply(saysNothing(), token('mine'));
    const stop = new AbortController();
    const doomed = ask(model, requestOf([user('Hello')]), stop.signal);
    await cloud.tokens.reached(1);
    const other = ask(model);
    await cloud.tokens.reached(2);
    stop.abort();
    expect((await doomed).end.stop).toBe('aborted');
    expect(await other).toMatchObject({ text: 'Hello.', end: { stop: 'end_turn' } });
  });
});

describe('beside the SDK', () => {
  it('concurrent streams each get their own answer', async () => {
    cloud.service.reply((request, response) => {
      const said = JSON.stringify(request.body?.['contents']).match(/task-\d+/u)?.[0] ?? '';
      return streams(...textAnswer(`${said} `, 'done'))(request, response);
    });
    const tasks = Array.from({ length: 25 }, (_, index) => `task-${index}`);
    const given = await Promise.all(tasks.map((task) => ask(model, requestOf([user(task)]))));
    expect(given.map(({ text }) => text)).toEqual(tasks.map((task) => `${task} done`));
  });

  it('every other user of the global fetch keeps it, even during a call', async () => {
    cloud.service.reply(hangsAfter(textAnswer('Hello')[0] ?? ''));
    const stop = new AbortController();
    const events = model.stream(requestOf([user('Hello')]), stop.signal)[Symbol.asyncIterator]();
    await events.next();
    cloud.service.reply(answers(200, { mine: true }));
    const response = await globalThis.fetch(`${cloud.service.url}/mine`, { headers: { 'x-mine': '1' } });
    expect(await response.json()).toEqual({ mine: true });
    expect(cloud.service.arrived.at(-1)).toMatchObject({ path: '/mine', headers: { 'x-mine': '1' } });
    stop.abort();
    expect((await events.next()).value).toMatchObject({ stop: 'aborted' });
  });

  it('a model without its own fetch uses the global one, and so does the next', async () => {
    const before = globalThis.fetch;
    globalThis.fetch = cloud.fetch;
    try {
      for (let turn = 0; turn < 2; turn++) {
        const own = await openGemini(connection({ credentialsFile: account }), {
          clock,
          userAgent: 'svc/0.1.0',
        });
        expect((await ask(own)).text).toBe('Hello.');
        expect((await ask(own)).text).toBe('Hello.');
      }
    } finally {
      globalThis.fetch = before;
    }
    expect(cloud.service.arrived).toHaveLength(4);
  });

  it('others may replace the global fetch and restore it', async () => {
    const before = globalThis.fetch;
    const seen: unknown[] = [];
    globalThis.fetch = (...request) => {
      seen.push(request[0]);
      return before(...request);
    };
    try {
      expect((await ask(model)).text).toBe('Hello.');
      globalThis.fetch = before;
      expect((await ask(model)).text).toBe('Hello.');
    } finally {
      globalThis.fetch = before;
    }
    expect(seen.filter((url) => String(url).includes('googleapis.com'))).toEqual([]);
  });

  it('nothing is written to the terminal, except warnings of others', async () => {
    const written: unknown[] = [];
    const output = globalThis.console;
    const { warn } = output;
    const write = process.stderr.write;
    const mine = (...words: readonly unknown[]) => void written.push(...words);
    output.warn = mine;
    process.stderr.write = (piece: unknown) => written.push(piece) > 0;
    try {
      await ask(model);
      expect(output.warn).toBe(mine);
    } finally {
      output.warn = warn;
      process.stderr.write = write;
    }
    expect(written).toEqual([]);
  });

  it('aborts leave no listeners behind', async () => {
    const stop = new AbortController();
    const added: string[] = [];
    const { signal } = stop;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => (added.push('+'), add(...given));
    signal.removeEventListener = (...given: Parameters<typeof remove>) => (added.pop(), remove(...given));
    const events = await eventsOf(model.stream(requestOf([user('Hello')]), signal));
    expect(answerIn(events).end.stop).toBe('end_turn');
    expect(added).toEqual([]);
  });
});
