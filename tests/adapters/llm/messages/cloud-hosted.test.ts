import { told } from '../told.ts';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  openCloudHosted,
  type CloudHostedDeps,
} from '../../../../src/adapters/out/llm/providers/cloud-hosted.ts';
import type { CloudAccount } from '../../../../src/core/instance/models/model.ts';
import type { Model } from '../../../../src/core/ports/model.ts';
import { streams } from '../../../servers/fake-provider.ts';
import { answered, textBlock } from '../../../servers/messages.ts';
import { verifies } from '../../../spec/verifies.ts';
import { bench } from '../wires.ts';
import { AGENT, ask, connectionOf } from './models.ts';

const HELLO = answered('end_turn', textBlock(0, 'Hello'));

const at = bench(streams(HELLO));
const environment = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

const open = (
  cloud: Partial<CloudAccount> = {},
  deps: Partial<CloudHostedDeps> = { address: at.server.url },
): Promise<Model> =>
  openCloudHosted(
    connectionOf('cloud_hosted', {
      cloud: { projectId: 'p-1', region: 'europe-west1', credentialsFile: at.account, ...cloud },
    }),
    { clock: at.clock, userAgent: AGENT, fetch: at.cloud.fetch, ...deps },
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
    const [arrived] = at.server.arrived;
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
      authorization: 'Bearer ya29.synthetic-token',
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
    await ask(await open({ region }, {}));
    const address = at.cloud.asked.at(-1);
    expect(address?.startsWith(begin)).toBe(true);
    const { AnthropicVertex } = await import('@anthropic-ai/vertex-sdk');
    const authClient = { getRequestHeaders: () => Promise.resolve(new Headers()) };
    type Options = NonNullable<ConstructorParameters<typeof AnthropicVertex>[0]>;
    const theirs = new AnthropicVertex({ region, projectId: 'p-1', authClient } as unknown as Options);
    expect(address?.startsWith(`${theirs.baseURL}/projects/`)).toBe(true);
  });

  it.each([
    [{ region: 'evil.example/x' }, 'gcp_region'],
    [{ region: '' }, 'gcp_region'],
    [{ projectId: '' }, 'gcp_project_id'],
    [{ projectId: '../x' }, 'gcp_project_id'],
  ])('never goes anywhere with %j', async (cloud, name) => {
    const { end } = await ask(await open(cloud));
    expect(told(end)).toMatchObject({
      stop: 'failed',
      retryable: false,
      error: expect.stringContaining(name),
    });
    expect(at.server.arrived).toHaveLength(0);
  });
});

verifies('models.cloud-hosted', 'says what to install when the SDK is missing', async () => {
  const loadSdk = () =>
    Promise.reject(Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' }));
  const { end } = await ask(await open({}, { loadSdk }));
  expect(told(end)).toMatchObject({
    stop: 'failed',
    retryable: false,
    error: expect.stringContaining('npm install @anthropic-ai/vertex-sdk'),
  });
});
