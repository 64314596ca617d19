import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { refuseRequest } from '../../../contract/problem.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import { WrongTokens } from './wrong-tokens.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Requires `Authorization: Bearer <token>` if a token is set; without one the port is open, as specified.
 * `expected` is called at each request, so that a new token takes effect at once.
 */
export function tokenCheck(expected: () => string | null, clock: Clock): RequestHandler {
  const wrongOnes = new WrongTokens(clock);
  return async (request, response, next) => {
    const token = expected();
    if (token === null) return next();
    const sent = /^Bearer +(\S+)$/iu.exec(request.headers.authorization ?? '')?.[1];
    if (sent !== undefined && timingSafeEqual(digest(sent), digest(token))) return next();
    response.setHeader('WWW-Authenticate', 'Bearer realm="svc"');
    if (sent !== undefined) await wrongOnes.wait(disconnectSignal(response));
    throw refuseRequest.unauthenticated();
  };
}
