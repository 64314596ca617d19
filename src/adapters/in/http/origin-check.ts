import type { Request, RequestHandler } from 'express';
import { refuseRequest } from '../../../contract/problem.ts';

/**
 * Refuses requests from pages of another origin, on every method, but for a link to the page itself: an invitation may be in
 * a mail that is read in a browser, and a provider sends people back. Programs send neither
 * header and are served. No CORS header is ever sent, so even a listed origin cannot read responses by accident:
 * it needs a proxy of its own.
 */
export function originCheck(allowedOrigins: readonly string[]): RequestHandler {
  const allowed = new Set(allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/u, '')));
  return (request, _response, next) => {
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (origin === undefined) {
      if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isVisit(request))
        throw refuseRequest.origin_not_allowed();
    } else if (!allowed.has(origin.toLowerCase()) && !isOwn(origin, request)) {
      throw refuseRequest.origin_not_allowed();
    }
    next();
  };
}

/** A browser opens the page, for itself and not within another page. It tells nothing and changes nothing. */
const isVisit = ({ method, path, headers }: Request): boolean =>
  method === 'GET' &&
  path === '/' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document';

/** Without a trusted proxy the engine cannot know whether its clients came over TLS. */
const isOwn = (origin: string, { host = '', protocol }: Request): boolean =>
  origin.toLowerCase() === `https://${host.toLowerCase()}` ||
  (protocol !== 'https' && origin.toLowerCase() === `http://${host.toLowerCase()}`);
