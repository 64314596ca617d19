import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { refuseRequest } from '../../../../contract/problem.ts';
import { MIB } from '../../../../core/kernel/bytes.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import type { Ids } from '../../../../core/ports/ids.ts';
import type { Log } from '../../../../core/ports/log.ts';
import { readBody } from '../body.ts';
import { expressApp, listenerOf } from '../express-app.ts';
import { hostCheck } from '../host-check.ts';
import { originCheck } from '../origin-check.ts';
import { problemHandler } from '../problem.ts';
import { bearerCheck, type AccessChanges, type Admission } from './bearer.ts';
import { BodiesInFlight } from '../bodies-in-flight.ts';
import { say } from '../../../../contract/request-says.ts';

/** What speaks the tool protocol, once a request has passed the checks. */
export interface ToolProtocol {
  post(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void>;
  other(request: IncomingMessage, response: ServerResponse): Promise<void>;
  stream(request: IncomingMessage, response: ServerResponse, messagesPath: string): Promise<void>;
  message(
    sessionId: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void>;
}

export interface ToolServerAppDeps {
  readonly protocol: ToolProtocol;
  readonly admits: Admission;
  readonly changes: AccessChanges;
  /** The longest body of a message. */
  readonly messageBytes: number;
  /** Of all messages that are being read and answered. */
  readonly allMessagesBytes: number;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

const MESSAGES = '/messages';

/**
 * The port of the tool server. `/mcp` speaks Streamable HTTP, `/sse` and `/messages` the transport before it. No body is
 * read before Host, Origin and the secret are checked.
 */
export function toolServerApp(deps: ToolServerAppDeps): RequestListener {
  const { protocol, admits, changes, messageBytes, clock, log } = deps;
  const inFlight = new BodiesInFlight(deps.allMessagesBytes);
  const app = expressApp(deps);
  // It reveals only that this process runs, so it is answered under any host name.
  app.get('/health', (_request, response) => void response.json({ status: 'ok' }));
  app.use(
    hostCheck(deps.allowedHosts),
    originCheck(deps.allowedOrigins),
    bearerCheck(admits, changes, clock),
  );
  const withBody =
    (serve: (request: Request, response: Response) => Promise<void>): RequestHandler =>
    async (request, response) => {
      // The parser would read all of it first.
      if (Number(request.headers['content-length'] ?? 0) > messageBytes)
        throw refuseRequest.body_too_large(
          { mostBytes: messageBytes },
          say('request.message_limit', { mb: messageBytes / MIB }),
        );
      const isRead = inFlight.take(request, response, messageBytes);
      await readBody(request, response, messageBytes);
      isRead();
      await serve(request, response);
    };
  app.post(
    '/mcp',
    withBody((request, response) => protocol.post(request, response, request.body)),
  );
  for (const method of ['get', 'delete'] as const)
    app[method]('/mcp', (request, response) => protocol.other(request, response));
  app.get('/sse', (request, response) => protocol.stream(request, response, MESSAGES));
  app.post(
    MESSAGES,
    withBody((request, response) =>
      protocol.message(request.query['sessionId'], request, response, request.body),
    ),
  );
  app.all('/mcp', only('GET, POST, DELETE'));
  app.all('/sse', only('GET'));
  app.all(MESSAGES, only('POST'));
  app.use(() => {
    throw refuseRequest.not_found();
  });
  app.use(problemHandler(log));
  return listenerOf(app);
}

const only =
  (allow: string): RequestHandler =>
  (_request, response) => {
    response.setHeader('Allow', allow);
    throw refuseRequest.method_not_allowed({ allow: allow.split(', ') });
  };
