import type { ErrorRequestHandler, Response } from 'express';
import { refuseRequest, toProblem, type Problem } from '../../../contract/problem.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { Log } from '../../../core/ports/log.ts';
import { hasBody } from './body.ts';
import { requestIdOf } from './request-id.ts';

/**
 * The one way an error leaves over HTTP. Without it express answers with a stack, and prints the error, the raw
 * request body included, on stderr.
 */
export function problemHandler(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const refused = refusalFor(error);
    const id = requestIdOf(response);
    if (!isRefusal(refused)) log.error('request failed', { requestId: id, method: request.method, error });
    else if (refused.kind === 'storage' || refused.kind === 'storage_full')
      log.error('storage failed', { requestId: id, code: refused.code, error: refused.cause });
    if (response.headersSent) response.destroy();
    else sendProblem(response, toProblem(refused, id));
  };
}

export function sendProblem(response: Response, problem: Problem): void {
  if (problem.status === 503 || problem.status === 429) {
    const ms = typeof problem['retryAfterMs'] === 'number' ? problem['retryAfterMs'] : 1000;
    response.setHeader('Retry-After', String(Math.ceil(ms / 1000)));
  }
  // What is left of a body that was not read must not be taken for the next request.
  if (hasBody(response.req) && !response.req.complete) response.setHeader('Connection', 'close');
  response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}

/** What the body parser and the router of express throw, in our words; everything else as it is. */
function refusalFor(error: unknown): unknown {
  const { type, status, limit } = (error ?? {}) as {
    readonly type?: unknown;
    readonly status?: unknown;
    readonly limit?: unknown;
  };
  if (typeof type === 'string') {
    switch (type) {
      case 'entity.too.large':
        return typeof limit === 'number'
          ? refuseRequest.body_too_large(
              { mostBytes: limit },
              `The body is larger than this route takes: ${limit} bytes at most.`,
            )
          : refuseRequest.body_too_large();
      case 'charset.unsupported':
      case 'encoding.unsupported':
        return refuseRequest.unsupported_media_type();
      case 'entity.parse.failed':
        return refuseRequest.invalid_request(
          { violations: [{ path: '', message: 'is not JSON' }] },
          'The request does not have the form that this route takes: the body is not JSON.',
        );
      case 'request.aborted':
      case 'request.size.invalid':
        return refuseRequest.invalid_request();
    }
  }
  // express marks what the client got wrong (a malformed % in a path) with a status of its own.
  return typeof status === 'number' && status >= 400 && status < 500
    ? refuseRequest.invalid_request()
    : error;
}
