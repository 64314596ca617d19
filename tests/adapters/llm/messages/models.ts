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

export interface OpenedAt {
  readonly url: string;
  readonly clock: Clock;
  readonly over?: Partial<Connection>;
  readonly fetch?: typeof fetch;
  /** Of a service account. */
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
  return await openCloudHosted(connectionOf(provider, { cloud, ...over }), { ...deps, address: url });
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
