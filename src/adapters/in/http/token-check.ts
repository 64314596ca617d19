import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { refuseRequest } from '../../../contract/problem.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Asks for `Authorization: Bearer <token>` where a token is set; without one the port is open, as specified.
 * `expected` is read at each request, so that a new token takes effect at once (promises D5, D6).
 */
export function tokenCheck(expected: () => string | null): RequestHandler {
  return (request, response, next) => {
    const token = expected();
    if (token !== null && !carries(request.headers.authorization, token)) {
      response.setHeader('WWW-Authenticate', 'Bearer realm="svc"');
      throw refuseRequest.unauthenticated();
    }
    next();
  };
}

function carries(header: string | undefined, token: string): boolean {
  const sent = /^Bearer +(\S+)$/iu.exec(header ?? '')?.[1];
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}
