import type { Request, Response } from 'express';
import { REMOTE_CLIENT } from '../../../../core/ports/web.ts';
import { LET_IN_NOTICE } from '../let-in-notice.ts';
import { isLocal } from '../local-client.ts';
import { isFromTrusted, USER_OF_PROXY } from '../proxy-user.ts';
import { requestIdOf } from '../request-id.ts';

/** RFC 9110 §7.6.1, and what older software adds: of one connection, never forwarded. `Expect` was answered here. */
const OF_CONNECTION = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** What this proxy says itself, or what no client may say to the engine. */
const OF_PROXIES = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
  'x-request-id',
  REMOTE_CLIENT,
  USER_OF_PROXY,
];

/** These decide how a request is read and whom it comes from: a client cannot have them dropped through `Connection`. */
const KEPT = ['content-length', 'host', 'origin', 'sec-fetch-site', 'authorization', 'cookie'];

type Pair = readonly [name: string, value: string];

function pairsOf(raw: readonly string[]): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}

function withoutThoseOfConnection(pairs: readonly Pair[]): readonly Pair[] {
  const named = pairs.flatMap(([name, value]) =>
    name.toLowerCase() === 'connection' ? value.split(',').map((one) => one.trim().toLowerCase()) : [],
  );
  const dropped = new Set([...OF_CONNECTION, ...named.filter((name) => !KEPT.includes(name))]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase()));
}

/**
 * The headers of a request for the engine: those of the client, with its Host, and who it is. `X-Forwarded-…` of the
 * client, and the header with the name of a user, count only if it is a trusted proxy.
 */
export function headersFor(
  request: Request,
  response: Response,
  isOpenToOthers: boolean,
  proxyUserHeader: string | null,
): readonly (readonly [string, string])[] {
  const speaksForUsers = proxyUserHeader !== null && isFromTrusted(request);
  const own = new Set([
    ...OF_PROXIES,
    ...(proxyUserHeader === null || speaksForUsers ? [] : [proxyUserHeader]),
  ]);
  const pairs = withoutThoseOfConnection(pairsOf(request.rawHeaders)).filter(
    ([name]) => !own.has(name.toLowerCase()),
  );
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  // Without a length, Node would send the body of a POST as an empty series of chunks.
  const isEmpty = !isChunked && request.headers['content-length'] === undefined;
  const isRemote = isOpenToOthers || !isLocal(request);
  return [
    ...pairs,
    ...(isChunked ? [['Transfer-Encoding', 'chunked'] as const] : []),
    ...(isEmpty && !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
      ? [['Content-Length', '0'] as const]
      : []),
    ['Connection', `close, ${LET_IN_NOTICE}`],
    ['X-Request-Id', requestIdOf(response)],
    ['X-Forwarded-For', addressesOf(request)],
    ['X-Forwarded-Proto', request.protocol],
    ['X-Forwarded-Host', request.host],
    ...(isRemote ? [[REMOTE_CLIENT, '1'] as const] : []),
    ...(speaksForUsers ? [[USER_OF_PROXY, '1'] as const] : []),
  ];
}

/** The chain that a trusted proxy reports, and the proxy; otherwise the client. */
function addressesOf(request: Request): string {
  const { remoteAddress = '' } = request.socket;
  const trusts = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  const told = request.headers['x-forwarded-for'];
  return told !== undefined && trusts(remoteAddress, 0) ? `${String(told)}, ${remoteAddress}` : remoteAddress;
}

/** Gives the headers of the engine's answer to ours; one that both have is the engine's. */
export function copyHeaders(raw: readonly string[], response: Response): void {
  const values = new Map<string, [name: string, ...values: string[]]>();
  for (const [name, value] of withoutThoseOfConnection(pairsOf(raw))) {
    const known = values.get(name.toLowerCase());
    if (known) known.push(value);
    else values.set(name.toLowerCase(), [name, value]);
  }
  for (const [name, ...all] of values.values()) response.setHeader(name, all);
}
