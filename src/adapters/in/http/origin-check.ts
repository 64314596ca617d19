import type { RequestHandler } from 'express';
import { refuseRequest } from '../../../contract/problem.ts';

/**
 * Refuses requests from pages of another origin, on every method. Programs send neither
 * header and are served. No CORS header is ever sent, so even a listed origin cannot read responses by accident:
 * it needs a proxy of its own.
 */
export function originCheck(allowedOrigins: readonly string[]): RequestHandler {
  const allowed = new Set(allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/u, '')));
  return (request, _response, next) => {
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (origin === undefined) {
      if (site !== undefined && site !== 'same-origin' && site !== 'none')
        throw refuseRequest.origin_not_allowed();
    } else if (!allowed.has(origin.toLowerCase()) && !isOwn(origin, request.headers.host ?? '')) {
      throw refuseRequest.origin_not_allowed();
    }
    next();
  };
}

const isOwn = (origin: string, host: string): boolean =>
  origin.toLowerCase() === `http://${host.toLowerCase()}` ||
  origin.toLowerCase() === `https://${host.toLowerCase()}`;
