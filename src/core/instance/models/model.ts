// Room: which model answers, with which key, at which price. A model is opened for one run, so a change of
// settings counts from the next message on.

import type { Price } from '../../ports/model.ts';

/** Specification › Model provider selection. */
export const PROVIDERS = ['primary', 'compat', 'custom', 'cloud_hosted'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const TIERS = ['fast', 'balanced', 'deep'] as const;
export type Tier = (typeof TIERS)[number];

/** Specification › Model provider selection › Capabilities by provider; read where a request is built. */
export interface Capabilities {
  readonly thinking: boolean;
  /** How prompts are cached: by marks in the request (with a lifetime), by the name of the conversation, or not. */
  readonly promptCaching: '1h' | '5m' | 'by_name' | 'none';
  /** Whether tool calling is native, or depends on the model or on a proxy. */
  readonly toolCalling: 'native' | 'varies' | 'proxied';
  readonly builtInSearch: boolean;
  /** Whether every model here takes images, or it depends on the model or on a proxy, and is tried. */
  readonly images: 'taken' | 'tried';
}

/** The known facts about a model. */
export interface ModelFacts {
  /** The most tokens of a request and its answer together. */
  readonly contextWindow: number;
  /** The most tokens of one answer. */
  readonly outputLimit: number;
  readonly price: Price;
  /** Whether it can think before it answers, if its provider supports that. */
  readonly thinks: boolean;
}

/** Everything that an adapter needs to reach one model; the result of `choice.ts`. */
export interface Connection extends ModelFacts {
  /** The share of the window that tools may take; absent: the engine's own. */
  readonly toolShare?: number | undefined;
  readonly provider: Provider;
  readonly modelId: string;
  /** Where requests go: a base URL without a trailing slash. Null: the provider's own address. */
  readonly endpoint: string | null;
  /** The key for exactly this endpoint (`keys.ts`); null when there is none. */
  readonly key: string | null;
  /** The `compat` endpoint of the EU provider. */
  readonly isEuProvider: boolean;
  readonly capabilities: Capabilities;
  /** For `cloud_hosted` only. */
  readonly cloud: CloudAccount | null;
}

/** Settings to try before they are saved, named as in a model profile and the configuration. */
export interface Draft {
  readonly provider: Provider;
  readonly api_base_url?: string;
  readonly api_key?: string;
  readonly model_id?: string;
  readonly context_window?: number;
  readonly tools_share?: number;
  readonly gcp_project_id?: string;
  readonly gcp_region?: string;
}

/** A setting that a provider needs and that is not set. */
export type Missing = 'address' | 'model' | 'key' | 'project' | 'region';

/** What settings lead to. */
export interface Outline {
  /** Usable if nothing is missing. A missing model is the empty id. */
  readonly connection: Connection;
  readonly missing: readonly Missing[];
  /** The settings name this address, or come with a key of their own for it. */
  readonly isNamed: boolean;
}

/** US dollars for what is heard, by its length, and for what is said, by its characters. */
export interface AudioPrice {
  readonly perMinute?: number;
  readonly perMillionCharacters?: number;
}

/** The models of the EU provider that hear and speak, and what they cost. */
export interface AudioModels {
  readonly hearing: { readonly id: string; readonly perMinute: number };
  readonly speaking: { readonly id: string; readonly perMillionCharacters: number };
}

export interface CloudAccount {
  readonly projectId: string;
  readonly region: string;
  /** Path of the service account's file; null: the machine's default credentials. */
  readonly credentialsFile: string | null;
}
