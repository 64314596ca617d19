import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile as write } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGemini } from '../../../../src/adapters/out/llm/gemini/gemini-model.ts';
import { modelLimits } from '../../../../src/core/instance/models/limits.ts';
import type { Model } from '../../../../src/core/ports/model.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { answers, hangsAfter, saysNothing, streams } from '../../../servers/fake-provider.ts';
import {
  startFakeCloud,
  textAnswer,
  token,
  writeServiceAccount,
  type FakeCloud,
} from '../../../servers/vertex.ts';
import { ask, connection, openGeminiOn, requestOf } from './talk.ts';
import { user } from '../conversation.ts';

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

describe('a refusal', () => {
  it('may be a list', async () => {
    cloud.service.reply(answers(400, [problem(400, 'INVALID_ARGUMENT')]));
    expect((await ask(model)).end).toMatchObject({
      stop: 'failed',
      fault: 'request',
      error: expect.stringContaining('What went wrong.'),
    });
  });

  it('states in its details how long to wait', async () => {
    cloud.service.reply(answers(429, problem(429, 'RESOURCE_EXHAUSTED', 'Quota', [{ retryDelay: '21s' }])));
    expect((await ask(model)).end).toMatchObject({ retryAfterMs: 21_000 });
  });

  it('never quotes a token', async () => {
    cloud.service.reply(
      answers(400, problem(400, 'INVALID_ARGUMENT', 'Not Bearer ya29.synthetic-token please')),
    );
    const { end } = await ask(model);
    expect(JSON.stringify(end)).not.toContain('ya29');
  });
});

describe('a call that waits for its token', () => {
  const waiting = async (signal: AbortSignal) => {
    cloud.tokens.reply(saysNothing());
    const answer = ask(model, requestOf([user('Hello')]), signal);
    await cloud.tokens.reached(1);
    return () => answer;
  };

  it('is abandoned after three minutes', async () => {
    const answer = await waiting(new AbortController().signal);
    await clock.advance(modelLimits.idleMs);
    expect((await answer()).end).toMatchObject({ stop: 'failed', code: 'provider_timeout', retryable: true });
    await cloud.tokens.idle();
  });

  it('is released at once by an abort', async () => {
    const stop = new AbortController();
    const answer = await waiting(stop.signal);
    stop.abort();
    expect((await answer()).end).toMatchObject({ stop: 'aborted' });
    await cloud.tokens.idle();
    expect(cloud.service.arrived).toEqual([]);
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

  it('that are no key are reported as such, and not retried', async () => {
    for (const credentialsFile of [join(folder, 'nowhere.json'), await file('notes.txt', 'hello')])
      expect(await withFile(credentialsFile)).toMatchObject({
        stop: 'failed',
        code: 'provider_error',
        retryable: false,
        fault: 'key',
      });
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
        fault: 'key',
      });
    });
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
    expect((await ask(model)).end).toMatchObject({
      stop: 'failed',
      retryable,
      error: expect.stringContaining(`HTTP ${status}`),
    });
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
});
