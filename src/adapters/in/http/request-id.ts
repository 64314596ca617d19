import type { RequestHandler, Response } from 'express';
import type { Ids } from '../../../core/ports/ids.ts';

/** Gives every request an id, the client's if it is valid: in the answer, the log line, and the problem. */
export function requestIds(ids: Ids): RequestHandler {
  return (request, response, next) => {
    const brought = request.headers['x-request-id'];
    const id = typeof brought === 'string' && /^[\w.-]{1,64}$/u.test(brought) ? brought : ids.next();
    response.locals['requestId'] = id;
    response.setHeader('X-Request-Id', id);
    next();
  };
}

export const requestIdOf = (response: Response): string => String(response.locals['requestId'] ?? '');
