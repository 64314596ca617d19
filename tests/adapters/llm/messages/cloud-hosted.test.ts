import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from '@jest/globals';
import {
  openCloudHosted,
  type CloudHostedDeps,
} from '../../../../src/adapters/out/llm/providers/cloud-hosted.ts';
import { modelLimits } from '../../../../src/core/instance/models/limits.ts';
import type { CloudAccount, Connection } from '../../../../src/core/instance/models/model.ts';
import type { Model } from '../../../../src/core/ports/model.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { answers, startFakeProvider, streams, type FakeProvider } from '../../../servers/fake-provider.ts';
import { answerOf, textBlock, written } from '../../../servers/messages.ts';
import { AGENT, ask, connectionOf, grants, requestOf, serviceAccount, TOKEN, withTokens } from './models.ts';
import { verifies } from '../../../spec/verifies.ts';
import { outcomeOf } from '../conversation.ts';

const HELLO = written(answerOf('end_turn', textBlock(0, 'Hello')));

let server: FakeProvider;
let clock: ManualClock;
let folder: string;
let accountFile: string;
const environment = { ...process.env };

beforeEach(async () => {
  server = await startFakeProvider(streams(HELLO));
  clock = new ManualClock();
  folder = mkdtempSync(join(tmpdir(), 'svc-cloud-'));
  accountFile = join(folder, 'account.json');
  writeFileSync(accountFile, serviceAccount);
  // The machine's own set-up: empty, and no request is made for it.
  process.env['HOME'] = folder;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  delete process.env['GOOGLE_APPLICATION_CREDENTIALS'];
  delete process.env['CLOUDSDK_CONFIG'];
});
afterEach(async () => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Opening {
  readonly cloud?: Partial<CloudAccount>;
  readonly over?: Partial<Connection>;
  readonly deps?: Partial<CloudHostedDeps>;
}

const open = ({ cloud, over, deps }: Opening = {}): Promise<Model> =>
  openCloudHosted(
    connectionOf('cloud_hosted', {
      cloud: { projectId: 'p-1', region: 'europe-west1', credentialsFile: accountFile, ...cloud },
      ...over,
    }),
    { clock, userAgent: AGENT, address: server.url, fetch: withTokens(), ...deps },
  );

describe('what arrives at the cloud platform', () => {
  it("is the platform's form of the wire, with the token of the account and nothing from the environment", async () => {
    Object.assign(process.env, {
      ANTHROPIC_API_KEY: 'sk-ambient',
      ANTHROPIC_AUTH_TOKEN: 'sk-ambient',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
      ANTHROPIC_VERTEX_BASE_URL: 'http://127.0.0.1:1',
      ANTHROPIC_VERTEX_PROJECT_ID: 'ambient',
      CLOUD_ML_REGION: 'ambient',
      ANTHROPIC_CUSTOM_HEADERS:
        'Authorization: Bearer ambient\nx-api-key: ambient\nanthropic-beta: ambient\nx-goog-user-project: ambient',
      GOOGLE_CLOUD_PROJECT: 'ambient',
      GOOGLE_CLOUD_QUOTA_PROJECT: 'ambient',
    });
    const { text, end } = await ask(await open());
    expect([text, end.stop]).toEqual(['Hello', 'end_turn']);
    const [arrived] = server.arrived;
    expect(arrived?.method).toBe('POST');
    expect(arrived?.path).toBe(
      '/v1/projects/p-1/locations/europe-west1/publishers/anthropic/models/claude-sonnet-4-6:streamRawPredict',
    );
    const {
      host: _host,
      connection: _connection,
      'content-length': _length,
      'accept-language': _language,
      'sec-fetch-mode': _mode,
      ...headers
    } = arrived?.headers ?? {};
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      'user-agent': AGENT,
    });
    const mark = { cache_control: { type: 'ephemeral' } };
    expect(arrived?.body).toEqual({
      max_tokens: 16_000,
      stream: true,
      thinking: { type: 'adaptive', display: 'summarized' },
      tools: [expect.objectContaining({ name: 'write_file' })],
      system: [{ type: 'text', text: 'You are svc.', ...mark }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', ...mark }] }],
      anthropic_version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  it.each([
    ['europe-west1', 'https://europe-west1-aiplatform.googleapis.com/v1/projects/'],
    ['global', 'https://aiplatform.googleapis.com/v1/projects/'],
    ['eu', 'https://aiplatform.eu.rep.googleapis.com/v1/projects/'],
  ])('goes to the host of the region %s, where the SDK would send it', async (region, begin) => {
    const addresses: string[] = [];
    const record: typeof fetch = async (url) => {
      addresses.push(String(url));
      return new Response(HELLO);
    };
    const { address: _ours, ...deps } = {
      clock,
      userAgent: AGENT,
      fetch: withTokens(grants, record),
      address: '',
    };
    const cloud = { projectId: 'p-1', region, credentialsFile: accountFile };
    await ask(await openCloudHosted(connectionOf('cloud_hosted', { cloud }), deps));
    expect(addresses).toEqual([expect.stringMatching(new RegExp(`^${begin.replaceAll('.', '\\.')}`, 'u'))]);
    const { AnthropicVertex } = await import('@anthropic-ai/vertex-sdk');
    const authClient = { getRequestHeaders: () => Promise.resolve(new Headers()) };
    type Options = NonNullable<ConstructorParameters<typeof AnthropicVertex>[0]>;
    const theirs = new AnthropicVertex({ region, projectId: 'p-1', authClient } as unknown as Options);
    expect(addresses[0]?.startsWith(`${theirs.baseURL}/projects/`)).toBe(true);
  });

  it.each([
    [{ region: 'evil.example/x' }, 'gcp_region'],
    [{ region: '' }, 'gcp_region'],
    [{ projectId: '' }, 'gcp_project_id'],
    [{ projectId: '../x' }, 'gcp_project_id'],
  ])('never goes anywhere with %j', async (cloud, name) => {
    const { end } = await ask(await open({ cloud }));
    expect(end).toMatchObject({ stop: 'failed', retryable: false, error: expect.stringContaining(name) });
    expect(server.arrived).toHaveLength(0);
  });
});

describe('the token', () => {
  verifies(
    'models.keys.service-account',
    'comes from the platform itself, for the account of the file, without a word about this machine',
    async () => {
      const asked: RequestInit[] = [];
      const tokens = withTokens((init) => {
        asked.push(init ?? {});
        return grants();
      });
      await ask(await open({ deps: { fetch: tokens } }));
      expect(asked).toHaveLength(1);
      expect(asked[0]?.method).toBe('POST');
      expect(Object.fromEntries(new Headers(asked[0]?.headers))).toEqual({
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': AGENT,
      });
      const [, claims = ''] = new URLSearchParams(String(asked[0]?.body)).get('assertion')?.split('.') ?? [];
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
        iss: 'svc@of-the-file.iam.gserviceaccount.com',
        scope: 'https://www.googleapis.com/auth/cloud-platform',
      });
    },
  );

  it('serves the following calls, until the platform refuses it or the file changes', async () => {
    let granted = 0;
    const tokens = withTokens(() => {
      granted += 1;
      return grants();
    });
    const model = await open({ deps: { fetch: tokens } });
    await ask(model);
    await ask(model);
    expect(granted).toBe(1);
    server.reply(answers(401, {}), streams(HELLO));
    expect((await ask(model)).end).toMatchObject({ stop: 'failed', retryable: false });
    expect((await ask(model)).end.stop).toBe('end_turn');
    expect(granted).toBe(2);
    writeFileSync(accountFile, `${serviceAccount}\n`);
    await ask(model);
    expect(granted).toBe(3);
  });

  it.each([
    [400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, false],
    [403, { error: 'access_denied' }, false],
    [429, {}, true],
    [503, 'unavailable', true],
  ])('that is refused with %i ends the call, after one request', async (status, body, retryable) => {
    let asked = 0;
    const tokens = withTokens(() => {
      asked += 1;
      return Response.json(body, { status });
    });
    const { end } = await ask(await open({ deps: { fetch: tokens } }));
    expect(end).toMatchObject({
      stop: 'failed',
      code: 'provider_error',
      retryable,
      error: expect.stringContaining(`HTTP ${status}`),
    });
    expect(asked).toBe(1);
    expect(server.arrived).toHaveLength(0);
  });

  it('that cannot be requested is a failure that a retry may fix', async () => {
    const tokens = withTokens(() =>
      Promise.reject(new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } })),
    );
    const { end } = await ask(await open({ deps: { fetch: tokens } }));
    expect(end).toMatchObject({
      stop: 'failed',
      retryable: true,
    });
  });

  it('that does not arrive is abandoned at once by its own abort, and by no other', async () => {
    const requests: AbortSignal[] = [];
    const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const second = Promise.withResolvers<Response>();
    const tokens = withTokens((init) => {
      if (init?.signal) requests.push(init.signal);
      asked[requests.length - 1]?.resolve();
      return requests.length === 1 ? new Promise(() => undefined) : second.promise;
    });
    const model = await open({ deps: { fetch: tokens } });
    const controller = new AbortController();
    const doomed = outcomeOf(model.stream(requestOf(), controller.signal));
    await asked[0].promise;
    const other = outcomeOf(model.stream(requestOf(), new AbortController().signal));
    await asked[1].promise;
    controller.abort();
    expect((await doomed).end.stop).toBe('aborted');
    expect(requests.map(({ aborted }) => aborted)).toEqual([true, false]);
    second.resolve(grants());
    expect((await other).end.stop).toBe('end_turn');
    expect(clock.waiting).toBe(0);
  });

  it('that does not arrive is abandoned after three minutes', async () => {
    const asked = Promise.withResolvers<void>();
    const tokens = withTokens(() => {
      asked.resolve();
      return new Promise(() => undefined);
    });
    const outcome = ask(await open({ deps: { fetch: tokens } }));
    await asked.promise;
    await clock.advance(modelLimits.idleMs);
    expect((await outcome).end).toMatchObject({ stop: 'failed', code: 'provider_timeout' });
  });
});

test('addresses in the key file count for nothing: a token is asked for at the vendor alone', async () => {
  writeFileSync(
    accountFile,
    JSON.stringify({
      ...(JSON.parse(serviceAccount) as object),
      universe_domain: 'evil.example',
      token_uri: 'https://evil.example/token',
      auth_uri: 'https://evil.example/auth',
    }),
  );
  const asked: string[] = [];
  const tokens = withTokens();
  const recording: typeof fetch = async (url, init) => {
    asked.push(new URL(url instanceof Request ? url.url : url).host);
    return await tokens(url, init);
  };
  expect((await ask(await open({ deps: { fetch: recording } }))).end.stop).toBe('end_turn');
  expect(asked).toEqual(['oauth2.googleapis.com', new URL(server.url).host]);
});

describe('an incomplete set-up', () => {
  verifies('models.cloud-hosted', 'says what to install when the SDK is missing', async () => {
    const loadSdk = () =>
      Promise.reject(Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' }));
    const { end } = await ask(await open({ deps: { loadSdk } }));
    expect(end).toMatchObject({
      stop: 'failed',
      retryable: false,
      error: expect.stringContaining('npm install @anthropic-ai/vertex-sdk'),
    });
  });

  verifies(
    ['models.cloud-hosted', 'models.keys.service-account'],
    'reports a missing file, and one that is no key',
    async () => {
      writeFileSync(accountFile, '[]');
      for (const credentialsFile of [join(folder, 'none.json'), accountFile])
        expect((await ask(await open({ cloud: { credentialsFile } }))).end).toMatchObject({
          stop: 'failed',
          retryable: false,
          fault: 'key',
        });
      expect(server.arrived).toHaveLength(0);
    },
  );

  it("without a file, uses the machine's credentials", async () => {
    process.env['GOOGLE_APPLICATION_CREDENTIALS'] = accountFile;
    const { end } = await ask(await open({ cloud: { credentialsFile: null } }));
    expect(end.stop).toBe('end_turn');
    expect(server.arrived[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it('says so when the machine has none', async () => {
    const { end } = await ask(await open({ cloud: { credentialsFile: null } }));
    expect(end).toMatchObject({ stop: 'failed', retryable: false, fault: 'key' });
    expect(server.arrived).toHaveLength(0);
  });
});
