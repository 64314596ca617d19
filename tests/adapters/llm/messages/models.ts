import { generateKeyPairSync } from 'node:crypto';
import { openCloudHosted } from '../../../../src/adapters/out/llm/providers/cloud-hosted.ts';
import { openCustom } from '../../../../src/adapters/out/llm/providers/custom.ts';
import { openPrimary } from '../../../../src/adapters/out/llm/providers/primary.ts';
import type { Capabilities, Connection } from '../../../../src/core/instance/models/model.ts';
import type { Clock } from '../../../../src/core/ports/clock.ts';
import {
  noPrice,
  type Model,
  type ModelMessage,
  type ModelRequest,
} from '../../../../src/core/ports/model.ts';
import { outcomeOf, user, writeFile, type Outcome } from '../conversation.ts';

/** Does not look like a secret. */
export const KEY = 'plain-0123456789-abcdef';
export const MODEL = 'claude-sonnet-4-6';
export const AGENT = 'svc/0.1.0';

export type ServedBy = 'primary' | 'custom' | 'cloud_hosted';
export const PROVIDERS: readonly ServedBy[] = ['primary', 'custom', 'cloud_hosted'];

const CAPABILITIES: Readonly<Record<ServedBy, Capabilities>> = {
  primary: {
    thinking: true,
    promptCaching: '1h',
    toolCalling: 'native',
    builtInSearch: true,
    images: 'taken',
  },
  custom: {
    thinking: false,
    promptCaching: 'none',
    toolCalling: 'proxied',
    builtInSearch: false,
    images: 'taken',
  },
  cloud_hosted: {
    thinking: true,
    promptCaching: '5m',
    toolCalling: 'native',
    builtInSearch: false,
    images: 'taken',
  },
};

export const connectionOf = (provider: ServedBy, over: Partial<Connection> = {}): Connection => ({
  provider,
  modelId: MODEL,
  endpoint: null,
  key: provider === 'cloud_hosted' ? null : KEY,
  isEuProvider: false,
  capabilities: CAPABILITIES[provider],
  cloud: null,
  contextWindow: 200_000,
  outputLimit: 16_000,
  price: noPrice,
  thinks: true,
  ...over,
});

/** A service account as the platform issues it. Its `token_uri` is not used. */
export const serviceAccount = (() => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return JSON.stringify({
    type: 'service_account',
    project_id: 'of-the-file',
    private_key_id: 'k1',
    private_key: privateKey,
    client_email: 'svc@of-the-file.iam.gserviceaccount.com',
    token_uri: 'https://oauth2.googleapis.com/token',
  });
})();

export const TOKEN = 'ya29.token-of-the-cloud';

/** Google's token endpoint cannot be configured; all other requests go where they are sent. */
export const withTokens =
  (
    answer: (init: RequestInit | undefined) => Response | Promise<Response> = grants,
    send: typeof fetch = fetch,
  ): typeof fetch =>
  async (url, init) =>
    String(url) === 'https://oauth2.googleapis.com/token' ? await answer(init) : await send(url, init);

export const grants = (): Response =>
  Response.json({ access_token: TOKEN, expires_in: 3600, token_type: 'Bearer' });

export interface OpenedAt {
  readonly url: string;
  readonly clock: Clock;
  readonly over?: Partial<Connection>;
  readonly fetch?: typeof fetch;
  /** The path of `serviceAccount`. */
  readonly credentialsFile?: string | null;
}

/** A model of this provider, with its server at `url`. */
export async function openModel(
  provider: ServedBy,
  { url, clock, over, fetch: send, credentialsFile }: OpenedAt,
): Promise<Model> {
  const deps = { clock, userAgent: AGENT, ...(send ? { fetch: send } : {}) };
  if (provider === 'primary') return openPrimary(connectionOf(provider, over), { ...deps, address: url });
  if (provider === 'custom') return openCustom(connectionOf(provider, { endpoint: url, ...over }), deps);
  const cloud = { projectId: 'p-1', region: 'europe-west1', credentialsFile: credentialsFile ?? null };
  return await openCloudHosted(connectionOf(provider, { cloud, ...over }), {
    ...deps,
    fetch: withTokens(grants, send),
    address: url,
  });
}

export const requestOf = (...messages: readonly ModelMessage[]): ModelRequest => ({
  system: 'You are svc.',
  messages: messages.length > 0 ? messages : [user('Hello')],
  tools: [writeFile],
});

export const ask = (
  model: Model,
  request: ModelRequest = requestOf(),
  signal: AbortSignal = new AbortController().signal,
): Promise<Outcome> => outcomeOf(model.stream(request, signal));
