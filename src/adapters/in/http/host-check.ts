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
  const isAllowed = (authority: string): boolean => {
    const host = bare(authority);
    return host !== null && (names.has(host) || isIP(host.replace(/^\[(.*)\]$/u, '$1')) !== 0);
  };
  return (request, _response, next) => {
    const sent = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (sent.length !== 1 || !isAllowed(request.headers.host ?? '')) throw refuseRequest.host_not_allowed();
    // The name that a trusted proxy was asked for counts beside its own, not instead: a page under a rebound name can
    // send any X-Forwarded-Host, and its browser may run on the machine of the proxy.
    if (!isAllowed(request.host)) throw refuseRequest.host_not_allowed();
    // An absolute-form target names a host of its own (RFC 9112 §3.2.2).
    if (!request.url.startsWith('/') && !isAllowed(authorityOf(request.url)))
      throw refuseRequest.host_not_allowed();
    next();
  };
}

/** Only the name: lower case, without port and without one trailing dot; null when it is not an authority. */
function bare(authority: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:[\]@/?#]+)(?::\d{1,5})?$/u.exec(authority.toLowerCase());
  return match?.[1]?.replace(/\.$/u, '') ?? null;
}

const authorityOf = (target: string): string => /^[a-z]+:\/\/([^/?#]*)/iu.exec(target)?.[1] ?? '';
