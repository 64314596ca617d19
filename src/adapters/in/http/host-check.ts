import { isIP } from 'node:net';
import type { RequestHandler } from 'express';
import { refuseRequest } from '../../../contract/problem.ts';

/**
 * Refuses requests for another host name: the one control against DNS rebinding,
 * where a page's GET arrives with neither Origin nor Sec-Fetch headers. Loopback names and IP literals
 * are served, because an address cannot be rebound.
 */
export function hostCheck(allowedHosts: readonly string[]): RequestHandler {
  const names = new Set(['localhost', ...allowedHosts.map((host) => bare(host) ?? host)]);
  // Nearly every request names the host that the one before it named.
  let allowed: string | null = null;
  const isAllowed = (authority: string): boolean => {
    if (authority === allowed) return true;
    const host = bare(authority);
    const isFine = host !== null && (names.has(host) || isIP(host.replace(/^\[(.*)\]$/u, '$1')) !== 0);
    if (isFine) allowed = authority;
    return isFine;
  };
  return (request, _response, next) => {
    if (timesSent('host', request.rawHeaders) !== 1 || !isAllowed(request.headers.host ?? ''))
      throw refuseRequest.host_not_allowed();
    // The name that a trusted proxy was asked for counts beside its own, not instead: a page under a rebound name can
    // send any X-Forwarded-Host, and its browser may run on the machine of the proxy.
    if (!isAllowed(request.host)) throw refuseRequest.host_not_allowed();
    // An absolute-form target names a host of its own (RFC 9112 §3.2.2).
    if (!request.url.startsWith('/') && !isAllowed(authorityOf(request.url)))
      throw refuseRequest.host_not_allowed();
    next();
  };
}

/** @param raw names and values in turns */
function timesSent(header: string, raw: readonly string[]): number {
  let times = 0;
  for (let at = 0; at < raw.length; at += 2)
    if (raw[at]?.length === header.length && raw[at]?.toLowerCase() === header) times += 1;
  return times;
}

/** Only the name: lower case, without port and without one trailing dot; null when it is not an authority. */
function bare(authority: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:[\]@/?#]+)(?::\d{1,5})?$/u.exec(authority.toLowerCase());
  return match?.[1]?.replace(/\.$/u, '') ?? null;
}

const authorityOf = (target: string): string => /^[a-z]+:\/\/([^/?#]*)/iu.exec(target)?.[1] ?? '';
