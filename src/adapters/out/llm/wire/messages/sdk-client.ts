import type { BaseAnthropic } from '@anthropic-ai/sdk';
import { wireFetch } from '../wire-fetch.ts';
import type { WireDeps } from '../deps.ts';
import type { MessagesBody } from './request.ts';

/** The longest that a timer can wait: silence is the business of our own watchdog. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * What every client of the vendor's SDKs is made with: no retries, no log, no traces, our fetch, and nothing of the
 * environment. Each of these options has a variable or a default that would speak otherwise.
 */
export const clientOptions = (deps: WireDeps) => ({
  maxRetries: 0,
  timeout: NEVER_MS,
  logLevel: 'off' as const,
  openTelemetry: false as const,
  webhookKey: null,
  fetch: wireFetch(deps),
});

/** The version of the wire that `request.ts` and `stream.ts` are written for; the SDK's own. */
export const WIRE_VERSION = '2026-10-21';
/** What proxies understand that were written before the SDK's 1.0. */
export const EARLIER_WIRE_VERSION = '2023-06-01';

/**
 * The headers of a request, all that may leave. Said again for each request, because ANTHROPIC_CUSTOM_HEADERS
 * is stronger than whatever a client is made with; null takes away.
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
 * Sends a request and gives the raw response. Not by `messages.create`, which warns of old models on the console
 * whatever the log level says.
 */
export const postMessages = (
  client: Pick<BaseAnthropic, 'post'>,
  body: MessagesBody,
  headers: ReturnType<typeof requestHeaders>,
  signal: AbortSignal,
): Promise<Response> => client.post('/v1/messages', { body, headers, signal, stream: true }).asResponse();

/** The SDK adds `/v1/messages`; people paste more or less of it. */
export const baseUrlOf = (endpoint: string): string =>
  endpoint
    .replace(/\/+$/u, '')
    .replace(/\/v1(?:\/messages)?$/u, '')
    .replace(/\/+$/u, '');
