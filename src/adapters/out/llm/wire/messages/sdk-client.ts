import type { BaseAnthropic } from '@anthropic-ai/sdk';
import { wireFetch } from '../wire-fetch.ts';
import type { WireDeps } from '../deps.ts';
import type { MessagesBody } from './request.ts';

/** The maximum of a timer: the watchdog here detects silence. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * Options for every client of the vendor's SDKs: no retries, no log, no traces, our fetch, and nothing from the
 * environment. Each of these options has a variable or a default that would say otherwise.
 */
export const clientOptions = (deps: WireDeps) => ({
  maxRetries: 0,
  timeout: NEVER_MS,
  logLevel: 'off' as const,
  openTelemetry: false as const,
  webhookKey: null,
  fetch: wireFetch(deps),
});

/** The version of the API that `request.ts` and `stream.ts` are written for; the same as the SDK's. */
export const WIRE_VERSION = '2026-10-21';
/** The version that proxies understand which were written before version 1.0 of the SDK. */
export const EARLIER_WIRE_VERSION = '2023-06-01';

/**
 * All headers that may leave with a request. Set for each request, because ANTHROPIC_CUSTOM_HEADERS overrides the
 * options of the client; null removes a header.
 */
export const requestHeaders = (own: Readonly<Record<string, string | null>>) => ({
  accept: 'application/json',
  'anthropic-beta': null,
  'anthropic-version': WIRE_VERSION,
  authorization: null,
  'x-api-key': null,
  'x-goog-user-project': null,
  ...own,
});

/**
 * Sends a request, as it is or as its JSON, and returns the raw response. Not by `messages.create`, which prints warnings
 * about old models whatever the log level.
 */
export const postMessages = (
  client: Pick<BaseAnthropic, 'post'>,
  body: MessagesBody | Uint8Array,
  headers: ReturnType<typeof requestHeaders>,
  signal: AbortSignal,
): Promise<Response> =>
  client
    .post('/v1/messages', {
      body,
      headers: { ...headers, 'content-type': 'application/json' },
      signal,
      stream: true,
    })
    .asResponse();

/** Any other request, to a path below the base URL; not by the resources of the SDK, which follow addresses of answers. */
export const sendTo = (
  client: Pick<BaseAnthropic, 'get' | 'post'>,
  { method, path, body }: { readonly method: 'get' | 'post'; readonly path: string; readonly body?: object },
  headers: ReturnType<typeof requestHeaders>,
  signal: AbortSignal,
): Promise<Response> =>
  client[method](path, { ...(body ? { body } : {}), headers, signal, stream: true }).asResponse();

/** The SDK appends `/v1/messages`; people paste more or less of it. */
export const baseUrlOf = (endpoint: string): string =>
  endpoint
    .replace(/\/+$/u, '')
    .replace(/\/v1(?:\/messages)?$/u, '')
    .replace(/\/+$/u, '');
