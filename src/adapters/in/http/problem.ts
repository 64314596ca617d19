import type { ErrorRequestHandler, Response } from 'express';
import { refuseRequest, refuseViolations, toProblem, type Problem } from '../../../contract/problem.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { Log } from '../../../core/ports/log.ts';
import { hasBody, tooLarge } from './body.ts';
import { requestIdOf } from './request-id.ts';
import { say } from '../../../core/kernel/value-says.ts';

/**
 * The only writer of errors over HTTP. Without it express answers with a stack trace, and prints the error, including
 * the raw request body, on stderr.
 */
export function problemHandler(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const problem = problemOf(error, requestIdOf(response), request.method, log);
    if (response.headersSent) response.destroy();
    else sendProblem(response, problem);
  };
}

/** Phrases what a request came to, and logs it where it is a fault. */
export function problemOf(error: unknown, requestId: string, method: string, log: Log): Problem {
  const refused = refusalFor(error);
  if (!isRefusal(refused)) log.error('request failed', { requestId, method, error });
  else if (refused.kind === 'storage' || refused.kind === 'storage_full')
    log.error('storage failed', { requestId, code: refused.code, error: refused.cause });
  return toProblem(refused, requestId, (thrown) =>
    log.error('a refusal has no words', { requestId, method, error: thrown }),
  );
}

export function sendProblem(response: Response, problem: Problem): void {
  if (problem.status === 503 || problem.status === 429) {
    const ms = typeof problem['retryAfterMs'] === 'number' ? problem['retryAfterMs'] : 1000;
    response.setHeader('Retry-After', String(Math.ceil(ms / 1000)));
  }
  // The rest of an unread body must not be parsed as the next request.
  if (hasBody(response.req) && !response.req.complete) response.setHeader('Connection', 'close');
  response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}

/** Translates errors of express's body parser and router; passes everything else on. */
function refusalFor(error: unknown): unknown {
  const { type, status, limit } = (error ?? {}) as {
    readonly type?: unknown;
    readonly status?: unknown;
    readonly limit?: unknown;
  };
  if (typeof type === 'string') {
    switch (type) {
      case 'entity.too.large':
        return typeof limit === 'number' ? tooLarge(limit) : refuseRequest.body_too_large();
      case 'charset.unsupported':
      case 'encoding.unsupported':
        return refuseRequest.unsupported_media_type();
      case 'entity.parse.failed':
        return refuseViolations([{ path: '', says: say('wrong.json', { line: null, column: null }) }]);
      case 'request.aborted':
      case 'request.size.invalid':
        return refuseRequest.invalid_request();
    }
  }
  // express marks errors of the client (a malformed % in a path) with a status.
  return typeof status === 'number' && status >= 400 && status < 500
    ? refuseRequest.invalid_request()
    : error;
}
