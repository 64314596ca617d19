import { setImmediate as turn } from 'node:timers/promises';
import { isSent, type AnyRequest, type Sent } from '../../../../contract/client.ts';
import { httpLimits } from '../../../../contract/http/limits.ts';
import { refuseRequest } from '../../../../contract/problem.ts';
import { isByteBody, type AnyHttpRow } from '../../../../contract/row.ts';
import { bodyIn, tooLarge } from '../body.ts';
import { boundedBytes, notBytes } from '../byte-body.ts';
import { checkParameters, type Asked } from '../input.ts';

/** What a client would put on the wire. */
export interface Sending extends Pick<AnyRequest, 'params'> {
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or bytes. */
  readonly body: string | Sent | undefined;
}

/** @throws TypeError for what cannot be sent, as the client of a connection does */
export const sendingOf = ({ params, query, headers, body }: AnyRequest, row: AnyHttpRow): Sending => ({
  ...(params && { params }),
  query: textsOf(query),
  headers: row.headers ? headersIn(headers) : {},
  body: body === undefined || isSent(body) ? body : JSON.stringify(body),
});

/**
 * What the row is asked then: it shares nothing with the client, and is of bounded size.
 * @param signal aborts when the client leaves
 * @throws Refusal not_found, unsupported_media_type, body_too_large, invalid_request
 */
export function askedBy(
  { query, headers, ...sending }: Sending,
  row: AnyHttpRow,
  signal: AbortSignal,
): Asked {
  const params = paramsOf(row, sending.params);
  if (isByteBody(row.body)) checkParameters(row, { params });
  return { params, query, headers, body: bodyOf(row, sending.body, signal) };
}

/** A segment that no address can have names nothing. @throws Refusal not_found */
function paramsOf({ route }: AnyHttpRow, given: AnyRequest['params'] = {}): Record<string, string> {
  const params: Record<string, string> = {};
  for (const segment of route.split('/')) {
    if (!segment.startsWith(':')) continue;
    const name = segment.slice(1);
    const value = given[name] ?? '';
    if (value === '' || value === '.' || value === '..' || !value.isWellFormed())
      throw refuseRequest.not_found();
    params[name] = value;
  }
  return params;
}

const textsOf = (given: AnyRequest['query'] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value).toWellFormed()]),
  );

/** As `fetch` sends them; it also says that every kind of answer is welcome. @throws TypeError */
const headersIn = (given: AnyRequest['headers']): Record<string, string> => ({
  accept: '*/*',
  ...Object.fromEntries(new Headers(textsOf(given))),
});

function bodyOf(row: AnyHttpRow, given: Sending['body'], signal: AbortSignal): unknown {
  const mostBytes =
    row.open || row.withoutToken ? httpLimits.openBodyBytes : (row.bodyBytes ?? httpLimits.bodyBytes);
  if (isByteBody(row.body)) {
    if (given === undefined || typeof given === 'string') throw notBytes();
    if (sizeOf(given) > mostBytes) throw tooLarge(mostBytes);
    return boundedBytes(piecesOf(given, signal), mostBytes);
  }
  if (typeof given === 'string') return bodyIn(given, mostBytes);
  if (given !== undefined && !row.otherBodiesIgnored) throw refuseRequest.unsupported_media_type();
  return undefined;
}

const sizeOf = (body: Sent): number => (body instanceof Blob ? body.size : body.length);

/** As large as those that a connection brings. */
const PIECE_BYTES = 65_536;

/** They end with an error when the client leaves. Others have their turn between two of them. */
async function* piecesOf(body: Sent, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of body instanceof Blob ? body.stream() : partsOf(body)) {
    signal.throwIfAborted();
    yield piece;
    await turn();
  }
}

function* partsOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.slice(at, at + PIECE_BYTES);
}
