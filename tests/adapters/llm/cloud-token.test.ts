import { told } from './told.ts';
import { afterEach, beforeEach, describe, expect, it, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCloudHosted } from '../../../src/adapters/out/llm/providers/cloud-hosted.ts';
import { modelLimits } from '../../../src/core/instance/models/limits.ts';
import type { Model } from '../../../src/core/ports/model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { answers, saysNothing, streams } from '../../servers/fake-provider.ts';
import { token, writeServiceAccount } from '../../servers/vertex.ts';
import { verifies } from '../../spec/verifies.ts';
import { connection, openGeminiOn } from './gemini/talk.ts';
import { AGENT, ask, connectionOf, requestOf } from './messages/models.ts';
import { bench, geminiWire, messagesWire } from './wires.ts';

const at = bench();
const openGemini = (credentialsFile: string | null): Promise<Model> =>
  openGeminiOn(at.cloud, connection({ credentialsFile }), at.clock);

const PLATFORMS = [
  { name: 'Gemini', wire: geminiWire, open: openGemini },
  {
    name: 'the Messages wire',
    wire: messagesWire,
    open: (credentialsFile: string | null): Promise<Model> =>
      openCloudHosted(
        connectionOf('cloud_hosted', {
          cloud: { projectId: 'p-1', region: 'europe-west1', credentialsFile },
        }),
        { clock: at.clock, userAgent: AGENT, fetch: at.cloud.fetch, address: at.server.url },
      ),
  },
];

const tokensSent = () => at.server.arrived.map(({ headers }) => headers.authorization);

/** Node's own `fetch` sets timers, too. */
const isOfNode = (stack: string): boolean => stack.split('\n')[2]?.includes('node:internal') ?? false;

describe.each(PLATFORMS)('a token of the cloud platform for $name', ({ wire, open }) => {
  let model: Model;
  beforeEach(async () => {
    at.server.reply(streams(wire.answer('Hello.')));
    model = await open(at.account);
  });
  afterEach(() => expect(at.cloud.held + at.clock.waiting).toBe(0));

  verifies(
    'models.keys.service-account',
    'is asked of the vendor alone, for the account of the file, without a word about this machine',
    async () => {
      const evil = await writeServiceAccount(temporaryDir(), {
        universe_domain: 'evil.example',
        token_uri: 'https://evil.example/token',
        auth_uri: 'https://evil.example/auth',
      });
      expect((await ask(await open(evil))).text).toBe('Hello.');
      expect(new URL(at.cloud.asked[0] ?? '').host).toBe('oauth2.googleapis.com');
      expect(at.cloud.asked).toHaveLength(2);
      const [asked] = at.cloud.tokens.arrived;
      expect(asked?.method).toBe('POST');
      expect(Object.keys(asked?.headers ?? {}).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'accept-language',
        'connection',
        'content-length',
        'content-type',
        'host',
        'sec-fetch-mode',
        'user-agent',
      ]);
      expect(asked?.headers).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': AGENT });
      const claims = String(asked?.body?.['assertion']).split('.')[1] ?? '';
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
        iss: 'svc@example-project.iam.gserviceaccount.com',
        scope: 'https://www.googleapis.com/auth/cloud-platform',
      });
    },
  );

  it('serves the following calls, until the platform refuses it or the file changes', async () => {
    at.cloud.tokens.reply(token('first'), token('second'), token('third'));
    await ask(model);
    await ask(model);
    at.server.reply(answers(401, {}), streams(wire.answer('Hello.')));
    expect((await ask(model)).end).toMatchObject({ stop: 'failed', retryable: false });
    await ask(model);
    await writeFile(at.account, `${await readFile(at.account, 'utf8')}\n`);
    await ask(model);
    expect(tokensSent()).toEqual(
      ['first', 'first', 'first', 'second', 'third'].map((one) => `Bearer ${one}`),
    );
  });

  it.each([
    [400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, false],
    [401, { error: 'unauthorized_client' }, false],
    [403, { error: { code: 403, message: 'Denied', status: 'PERMISSION_DENIED' } }, false],
    [302, '', false],
    [429, { error: 'rate' }, true],
    [500, 'oops', true],
    [503, '', true],
  ])('that is refused with HTTP %i ends the call, after one request', async (status, body, retryable) => {
    at.cloud.tokens.reply(answers(status, body, { location: `${at.cloud.tokens.url}/elsewhere` }));
    expect(told((await ask(model)).end)).toMatchObject({
      stop: 'failed',
      code: 'provider_error',
      retryable,
      error: expect.stringContaining(`HTTP ${status}`),
    });
    expect([at.cloud.tokens.arrived.length, at.server.arrived.length]).toEqual([1, 0]);
  });

  it.each([
    ['breaks the connection', () => at.cloud.tokens.reply((_request, response) => void response.destroy())],
    ['gives a page', () => at.cloud.tokens.reply(answers(200, '<html>Sign in</html>'))],
    ['gives no token', () => at.cloud.tokens.reply(answers(200, { expires_in: 3_600 }))],
  ])('may be asked for again when the platform %s, and was asked for once', async (_what, prepare) => {
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
      await at.clock.advance(0);
    } finally {
      globalThis.setTimeout = timers;
    }
    // The library's own retries begin with one.
    expect(pauses).toEqual([]);
    expect([at.cloud.tokens.arrived.length, at.server.arrived.length]).toEqual([1, 0]);
  });

  it('that does not come is given up after three minutes', async () => {
    at.cloud.tokens.reply(saysNothing());
    const answer = ask(model);
    await at.cloud.tokens.reached(1);
    await at.clock.advance(modelLimits.idleMs);
    expect((await answer).end).toMatchObject({ stop: 'failed', code: 'provider_timeout', retryable: true });
    await at.cloud.tokens.idle();
  });

  it('that does not come is left at once by an abort of its own call, and of no other', async () => {
    at.cloud.tokens.reply(saysNothing(), token('mine'));
    const stop = new AbortController();
    const doomed = ask(model, requestOf(), stop.signal);
    await at.cloud.tokens.reached(1);
    const other = ask(model);
    await at.cloud.tokens.reached(2);
    stop.abort();
    expect((await doomed).end).toMatchObject({ stop: 'aborted' });
    expect(await other).toMatchObject({ text: 'Hello.', end: { stop: 'end_turn' } });
    expect(tokensSent()).toEqual(['Bearer mine']);
    await at.cloud.tokens.idle();
  });

  verifies(
    ['models.cloud-hosted', 'models.keys.service-account'],
    'is not asked for with a file that is missing, or is no key',
    async () => {
      const folder = temporaryDir();
      await writeFile(join(folder, 'notes.txt'), 'hello');
      for (const name of ['nowhere.json', 'notes.txt'])
        expect((await ask(await open(join(folder, name)))).end).toMatchObject({
          stop: 'failed',
          code: 'provider_error',
          retryable: false,
          fault: 'key',
        });
      expect(at.cloud.asked).toEqual([]);
    },
  );

  it('is no reason to wait where its file cannot be read to the end', async () => {
    const path = join(temporaryDir(), 'endless.json');
    execFileSync('mkfifo', [path]);
    const stop = new AbortController();
    const answer = ask(await open(path), requestOf(), stop.signal);
    await at.clock.advance(1_000);
    stop.abort();
    expect((await answer).end.stop).toBe('aborted');
    // Lets the library continue: nothing waits for it, and its result is ignored.
    await writeFile(path, await readFile(at.account));
    await at.clock.advance(1_000);
    expect([...at.cloud.tokens.arrived, ...at.server.arrived]).toEqual([]);
  });

  describe('without a file', () => {
    const before = { ...process.env };
    beforeEach(() => {
      // The machine's own set-up: empty, and no request is made for it.
      Object.assign(process.env, { HOME: temporaryDir(), METADATA_SERVER_DETECTION: 'none' });
      delete process.env['CLOUDSDK_CONFIG'];
    });
    afterEach(() => {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
    });

    it('comes with the credentials of the machine', async () => {
      process.env['GOOGLE_APPLICATION_CREDENTIALS'] = at.account;
      expect(await ask(await open(null))).toMatchObject({ text: 'Hello.', end: { stop: 'end_turn' } });
      expect(at.cloud.tokens.arrived).toHaveLength(1);
    });

    it('is told as missing where the machine has none', async () => {
      delete process.env['GOOGLE_APPLICATION_CREDENTIALS'];
      const { end } = await ask(await open(null));
      expect(end).toMatchObject({ stop: 'failed', retryable: false, fault: 'key' });
      expect(at.server.arrived).toEqual([]);
    });
  });
});

test('a token of Gemini works until shortly before its end; one without a lifetime works once', async () => {
  at.server.reply(streams(geminiWire.answer('Hello.')));
  at.cloud.tokens.reply(
    token('first', 3_600),
    answers(200, { access_token: 'eternal' }),
    token('short', 60),
    token('last'),
  );
  const model = await openGemini(at.account);
  await ask(model);
  await at.clock.advance(55 * 60_000 - 1);
  await ask(model);
  await at.clock.advance(1);
  for (let turn = 0; turn < 3; turn++) await ask(model);
  expect(tokensSent()).toEqual(['first', 'first', 'eternal', 'short', 'last'].map((one) => `Bearer ${one}`));
});
