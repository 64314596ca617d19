import { request as ask, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as askOverTls } from 'node:https';
import { pipeline } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { refuseRequest } from '../../../../contract/problem.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import type { Log } from '../../../../core/ports/log.ts';
import { hasBody } from '../body.ts';
import { letIn } from '../connection-cap.ts';
import { copyHeaders, headersFor } from './headers.ts';

const CONNECT_MS = 5_000;

export interface ForwardDeps {
  /** The origin of the engine. */
  readonly engine: URL;
  /** Whether clients of other machines reach this port. The engine requires its token of all requests through it then. */
  readonly isOpenToOthers: boolean;
  /** In which a trusted proxy says who asks; null: in none. */
  readonly proxyUserHeader: string | null;
  readonly clock: Pick<Clock, 'deadline'>;
  readonly log: Log;
}

/**
 * Forwards requests to the engine and its answers to the client, piece by piece as they come. Each side waits for the
 * other, and when one leaves the other is told. There is no limit of size, and none of time but for connecting: a stream
 * may be silent for long. Every request has a connection of its own, so none is lost with one that the engine has just closed.
 */
export function forwardTo({
  engine,
  isOpenToOthers,
  proxyUserHeader,
  clock,
  log,
}: ForwardDeps): RequestHandler {
  const reached = reporter(engine, log);
  return (request, response, next) => {
    const asked = askEngine(engine, request, headersFor(request, response, isOpenToOthers, proxyUserHeader));
    /** The answer has begun, so that a failure can only cut it off. */
    let isAnswered = false;
    boundConnecting(asked, clock);
    asked.on('information', ({ statusCode }) => {
      if (statusCode === 102) letIn(request, response, request.ip ?? '');
    });
    asked.once('response', (answer) => {
      isAnswered = true;
      // Without a notice, as behind another proxy: no stream is given to a client that was not let in.
      if (isStream(answer)) letIn(request, response, request.ip ?? '');
      reached(null);
      passOn(answer, request, response);
    });
    asked.on('error', (error) => {
      request.unpipe(asked);
      // After the answer has begun, its own end or failure decides; after the client has left, nothing does.
      if (isAnswered || response.destroyed) return;
      isAnswered = true;
      reached(error);
      next(refuseRequest.engine_unreachable());
    });
    response.once('close', () => asked.destroy());
    if (hasBody(request)) request.pipe(asked);
    else asked.end();
  };
}

function askEngine(
  engine: URL,
  request: Request,
  headers: readonly (readonly [string, string])[],
): ClientRequest {
  const isSecure = engine.protocol === 'https:';
  return (isSecure ? askOverTls : ask)({
    hostname: engine.hostname.replace(/^\[(.*)\]$/u, '$1'),
    port: engine.port || (isSecure ? 443 : 80),
    method: request.method,
    // A target in absolute form names this port.
    path: request.originalUrl.replace(/^[a-z]+:\/\/[^/?#]*/iu, ''),
    headers: headers.flat(),
    agent: false,
    setHost: false,
  });
}

function boundConnecting(asked: ClientRequest, clock: Pick<Clock, 'deadline'>): void {
  const deadline = clock.deadline(CONNECT_MS);
  deadline.signal.addEventListener('abort', () => asked.destroy(new Error('it did not accept a connection')));
  asked.once('socket', (socket) => socket.once('connect', deadline.cancel));
  asked.once('close', deadline.cancel);
}

const isStream = ({ statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 200 && /^text\/event-stream\b/iu.test(headers['content-type'] ?? '');

function passOn(answer: IncomingMessage, request: Request, response: Response): void {
  response.statusCode = answer.statusCode ?? 502;
  response.statusMessage = answer.statusMessage ?? '';
  copyHeaders(answer.rawHeaders, response);
  // The rest of an unread body must not be parsed as the next request.
  if (hasBody(request) && !request.complete) response.setHeader('Connection', 'close');
  response.flushHeaders();
  // A cut answer cuts off the client, so that it does not take a part for the whole.
  pipeline(answer, response, () => undefined);
}

/** One line when the engine cannot be reached any more, and one when it can. */
function reporter(engine: URL, log: Log): (error: Error | null) => void {
  let isAway = false;
  return (error) => {
    if (error === null && isAway) log.info('the engine answers', { at: engine.origin });
    if (error !== null && !isAway)
      log.warn('the engine cannot be reached', { at: engine.origin, reason: error.message });
    isAway = error !== null;
  };
}
