import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { httpLimits } from '../../../contract/http/limits.ts';
import { refuseRequest, toProblem } from '../../../contract/problem.ts';
import { MIB } from '../../../core/kernel/bytes.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { paceBody } from './body-pace.ts';
import { capConnections } from './connection-cap.ts';
import { say } from '../../../contract/request-says.ts';

export type MakesServer = (options: ServerOptions, listener: RequestListener) => Server;

/**
 * An HTTP server with the limits of `httpLimits`; it answers input that is not HTTP with a problem, too.
 *
 * @param make makes the server: of plain HTTP, or of HTTPS
 */
export function httpServer(
  answer: RequestListener,
  clock: Pick<Clock, 'deadline'>,
  make: MakesServer = createServer,
): Server {
  const listener: RequestListener = (request, response) => {
    paceBody(request, clock, () => {
      if (response.headersSent) request.socket.destroy();
      else server.emit('clientError', new BodyLate(), request.socket);
    });
    answer(request, response);
  };
  const server = make(LIMITS, listener);
  // RFC 9110 §10.1.1 lets a server ignore an unknown expectation; Node would answer it without a problem.
  server.on('checkExpectation', listener);
  // A silent peer that accepts nothing; a live stream has its heartbeats.
  server.setTimeout(2 * httpLimits.requestMs);
  capConnections(server, httpLimits.sockets);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Who does not speak TLS on such a port could not read an answer.
    if (!socket.writable || error.code === 'ECONNRESET' || isOfTls(error)) socket.destroy();
    else socket.end(refusal(error.code));
  });
  return server;
}

const LIMITS = {
  headersTimeout: httpLimits.headersMs,
  // It knows one limit for all bodies: see `paceBody`.
  requestTimeout: 0,
  keepAliveTimeout: httpLimits.requestMs,
  connectionsCheckingInterval: 2_000,
  insecureHTTPParser: false,
  // A request without a Host is refused by the host check, in our words.
  requireHostHeader: false,
};

const isOfTls = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO';

class BodyLate extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

const late = () =>
  say('request.headers_late', {
    seconds: httpLimits.requestMs / 1000,
    mb: httpLimits.pacedBytes / MIB,
  });

const STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

function refusal(code: string | undefined): string {
  const status = STATUS[code ?? ''] ?? 400;
  const id = randomUUID();
  const refused = refuseRequest.invalid_request({}, status === 408 ? late() : undefined);
  const problem = { ...toProblem(refused, id), status, title: STATUS_CODES[status] };
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    'Cache-Control: no-store',
    `X-Request-Id: ${id}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
