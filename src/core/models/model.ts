import type { Price } from '../ports/model.ts';

/** Specification › Model provider selection. */
export const PROVIDERS = ['primary', 'compat', 'custom', 'cloud_hosted'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const TIERS = ['fast', 'balanced', 'deep'] as const;
export type Tier = (typeof TIERS)[number];

/** Specification › Model provider selection › Capabilities by provider; read where a request is built. */
export interface Capabilities {
  readonly thinking: boolean;
  /** How prompts are cached: for how long with marks in the request, by the name of the conversation, or not. */
  readonly promptCaching: '1h' | '5m' | 'by_name' | 'none';
  /** Whether tool calling is the provider's own, depends on the model, or on a proxy. */
  readonly toolCalling: 'native' | 'varies' | 'proxied';
  readonly builtInSearch: boolean;
}

/** What is known of a model. */
export interface ModelFacts {
  /** Tokens that a request and its answer may have together. */
  readonly contextWindow: number;
  /** Tokens that one answer may have. */
  readonly outputLimit: number;
  readonly price: Price;
  /** Whether it can think before it answers, where its provider lets it. */
  readonly thinks: boolean;
}

/** Everything that an adapter needs to reach one model; the outcome of the choice (`choice.ts`). */
export interface Connection extends ModelFacts {
  readonly provider: Provider;
  readonly modelId: string;
  /** Where requests go: a base URL without a trailing slash. Null: the provider's own address. */
  readonly endpoint: string | null;
  /** The key that belongs to this very endpoint (`keys.ts`), null when none does. */
  readonly key: string | null;
  /** A `compat` endpoint that is the EU provider's. */
  readonly isEuProvider: boolean;
  readonly capabilities: Capabilities;
  /** For `cloud_hosted` only. */
  readonly cloud: CloudAccount | null;
}

export interface CloudAccount {
  readonly projectId: string;
  readonly region: string;
  /** Path of the service account's file; null: whatever the machine's own set-up provides. */
  readonly credentialsFile: string | null;
}
