// Room: tries a provider before it is saved, and lists its models. A typed key is kept nowhere.

import type { Says } from '../../kernel/says.ts';
import type { Provider } from '../../instance/models/model.ts';

/** A model as its server lists it. */
export interface ListedModel {
  readonly id: string;
  /** For people; null where the server gives none. */
  readonly name: string | null;
}

export interface ModelPosition {
  readonly id: string;
}

/** The parts of a test, in the order in which they can fail. */
export const CHECKS = ['reach', 'key', 'model', 'stream', 'tools'] as const;
export type CheckName = (typeof CHECKS)[number];

/** `ok` and `not_checked` besides what can be wrong. */
export const CHECK_CODES = [
  'ok',
  'not_checked',
  'address_missing',
  'project_missing',
  'region_missing',
  'unreachable',
  'not_an_api',
  'no_answer',
  'key_missing',
  'key_refused',
  'account_empty',
  'model_missing',
  'model_unknown',
  'provider_busy',
  'request_refused',
  'stream_broken',
  'too_slow',
  'tools_ignored',
  'tools_refused',
  'tools_damaged',
  'window_too_small',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

export interface Check {
  readonly check: CheckName;
  /** Null: an earlier check failed, so this one could not be made. */
  readonly ok: boolean | null;
  readonly code: CheckCode;
  /** What is right or wrong, and what to do. */
  readonly says: readonly Says[];
  /** Models of the server that may be meant, the likeliest first. */
  readonly near?: readonly string[];
}

/** The result of a test. */
export interface Trial {
  /** All checks are ok. */
  readonly ok: boolean;
  readonly provider: Provider;
  /** Null when none is set. */
  readonly model: string | null;
  /** From the request to the first text; null when no text came. */
  readonly firstTextMs: number | null;
  readonly checks: readonly Check[];
}

/** A server on this machine that lists models. */
export interface LocalServer {
  /** What usually listens on its port. */
  readonly name: string;
  /** As it belongs into `api_base_url`, for the provider compat. */
  readonly baseUrl: string;
  readonly models: readonly string[];
}

/** Where servers of models usually listen. */
export const LOCAL_SERVERS: readonly Omit<LocalServer, 'models'>[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
  { name: 'Jan', baseUrl: 'http://127.0.0.1:1337/v1' },
  { name: 'GPT4All', baseUrl: 'http://127.0.0.1:4891/v1' },
  { name: 'KoboldCpp', baseUrl: 'http://127.0.0.1:5001/v1' },
  { name: 'SGLang', baseUrl: 'http://127.0.0.1:30000/v1' },
  { name: 'Docker Model Runner', baseUrl: 'http://127.0.0.1:12434/engines/v1' },
];
