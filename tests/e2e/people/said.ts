import { socketRows } from '../../../src/contract/http/rows.ts';
import { isSent } from '../../../src/contract/client.ts';
import type { AnyHttpRow } from '../../../src/contract/row.ts';
import type { Operation } from './lines.ts';
import { withoutAsked } from './pairs.ts';

export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** All that an answer says. */
export interface Said {
  readonly status: number;
  /** The code of a refusal; null of none. */
  readonly code: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const rowOf = (operation: Operation): AnyHttpRow => socketRows[operation];

/** Streams that end only with their reader: of these only the head is read. */
const ENDLESS: ReadonlySet<Operation> = new Set(['threads.events', 'toolServer.accessChanges']);

/** Asks for a row over its socket, and reads all of the answer. */
export async function said(
  baseUrl: string,
  operation: Operation,
  asked: Asked,
  headers: Readonly<Record<string, string>>,
): Promise<Said> {
  const [method = '', path = ''] = rowOf(operation).route.split(' ');
  const filled = path.replace(/:(\w+)/gu, (_, name: string) =>
    encodeURIComponent(asked.params?.[name] ?? ''),
  );
  const search = new URLSearchParams(texts(asked.query)).toString();
  const leaving = new AbortController();
  const response = await fetch(`${baseUrl}${filled}${search === '' ? '' : `?${search}`}`, {
    method,
    headers: { ...headers, ...texts(asked.headers), ...typeOf(asked.body) },
    signal: leaving.signal,
    ...(asked.body === undefined ? {} : { body: sent(asked.body) }),
  });
  const isHeadOnly = ENDLESS.has(operation) && response.ok;
  const body = isHeadOnly ? '' : await response.text();
  if (isHeadOnly) leaving.abort();
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  return {
    status: response.status,
    code: isProblem ? (JSON.parse(body) as { readonly code: string }).code : null,
    headers: Object.fromEntries(response.headers),
    body,
  };
}

const texts = (given: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

const typeOf = (body: unknown): Record<string, string> =>
  body === undefined
    ? {}
    : { 'content-type': isSent(body) ? 'application/octet-stream' : 'application/json' };

const sent = (body: unknown): string | Uint8Array<ArrayBuffer> | Blob =>
  isSent(body) ? body : JSON.stringify(body);

/** What differs between two answers to the same question: when it was given, and under which number. */
const OF_THE_MOMENT = ['date', 'x-request-id'];

/** The answer without what was asked for and when, so that those to two questions can be compared. */
export function comparable({ status, headers, body }: Said, asked: Asked): Omit<Said, 'code'> {
  const blank = (text: string) => withoutAsked(text.replaceAll(headers['x-request-id'] ?? '\0', '#'), asked);
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_MOMENT.includes(name));
  return {
    status,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, blank(value)])),
    body: blank(body),
  };
}
