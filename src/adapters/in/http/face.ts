import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Services } from '../../../core/features.ts';
import { OVER } from '../../../core/kernel/abort.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { faceLimits } from '../../../core/execution/faces/limits.ts';
import type { Problem } from '../../../contract/problem.ts';
import { refuseRequest } from '../../../contract/problem.ts';
import { isOwnToken } from '../../../contract/row.ts';
import { httpLimits } from '../../../contract/http/limits.ts';
import type { FaceAnswer, FaceCalled } from '../../../contract/http/faces.ts';
import { say } from '../../../contract/request-says.ts';
import { BodiesInFlight } from './bodies-in-flight.ts';
import { hasBody, readBody, tooLarge } from './body.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import { tokenIn, type Entrance } from './entrance.ts';
import { drained, heartbeat, leaveUnlessIn, type EventStreamDeps } from './event-stream.ts';
import { problemOf } from './problem.ts';
import { requestIdOf } from './request-id.ts';

/** What answers as the API of another does, below a path of its own. It asks the engine as the person whose token came. */
export interface Face {
  readonly path: string;
  /** Asked at each request; while it is off, its paths are unknown ones. */
  readonly isOn: () => boolean;
  readonly answer: (call: FaceCall) => Promise<FaceAnswer>;
  /** A refusal in the shape of that API. */
  readonly refused: (problem: Problem) => Promise<FaceAnswer>;
}

export interface FaceCall extends FaceCalled {
  readonly token: string;
}

export interface FaceDeps extends EventStreamDeps {
  readonly entrance: Entrance;
  readonly services: () => Services;
}

/**
 * Lets in who shows a token that a person made: no cookie, no proxy and not the token of the engine, which would open all
 * of it to a program that is to chat.
 */
export function faceServed(face: Face, deps: FaceDeps): RequestHandler {
  const inFlight = new BodiesInFlight(faceLimits.allBodyBytes);
  return async (request, response, next) => {
    if (!face.isOn()) return next();
    const token = tokenIn(request);
    if (token === undefined || !isOwnToken(token)) {
      response.setHeader('WWW-Authenticate', 'Bearer realm="svc"');
      throw refuseRequest.unauthenticated({}, say('request.no_own_token'));
    }
    await deps.entrance.check(request, response, () => undefined);
    const { bodyBytes } = faceLimits;
    if (Number(request.headers['content-length'] ?? 0) > bodyBytes) throw tooLarge(bodyBytes);
    if (hasBody(request)) {
      const isRead = inFlight.take(request, response, bodyBytes);
      await readBody(request, response, bodyBytes);
      isRead();
    }
    // The answer may take as long as a run.
    request.socket.setTimeout(0).setKeepAlive(true, httpLimits.heartbeatMs);
    const signal = disconnectSignal(response);
    const { method, path, headers, body } = request;
    const origin = `${request.protocol}://${headers.host ?? ''}`;
    const call = { method, path, headers, body: body as unknown, origin, token, signal };
    const answer = await face.answer(call).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (answer !== null) await send(request, response, answer, signal, deps);
  };
}

/** Says what was refused below a face as that API does. */
export function faceRefusals(face: Face, deps: Pick<FaceDeps, 'log'>): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    if (!face.isOn() || response.headersSent) return next(error);
    const problem = problemOf(error, requestIdOf(response), request.method, deps.log);
    if (!request.complete) response.setHeader('Connection', 'close');
    sendJson(response, await face.refused(problem));
  };
}

async function send(
  request: Request,
  response: Response,
  answer: FaceAnswer,
  signal: AbortSignal,
  deps: FaceDeps,
): Promise<void> {
  const isStillIn = () => mayStill(request, deps);
  if ('json' in answer.body) {
    if (answer.status < 400 && !(await isStillIn())) throw refuseRequest.not_signed_in();
    return sendJson(response, answer);
  }
  const { frames } = answer.body;
  response.status(answer.status);
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('X-Accel-Buffering', 'no');
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  response.flushHeaders();
  const closed = deps.vitals.streamOpened();
  const stop = new AbortController();
  const unheard = deps
    .services()
    .accessChanged.on(() => void leaveUnlessIn(response, stop.signal, isStillIn));
  void heartbeat(response, stop.signal, isStillIn, deps.clock);
  try {
    for await (const frame of frames) {
      if (signal.aborted) return;
      if (!response.write(frame)) await drained(response, signal, deps.clock);
    }
  } catch (error) {
    // What was said is said: a cut connection tells the client that the rest is missing.
    if (!signal.aborted) deps.log.error('stream failed', { requestId: requestIdOf(response), error });
    response.destroy();
  } finally {
    stop.abort(OVER);
    unheard();
    response.end();
    closed();
  }
}

function sendJson(response: Response, { status, headers, body }: FaceAnswer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.status(status).type('application/json');
  response.send(JSON.stringify('json' in body ? body.json : null));
}

/** Whether who sent the request may still have the answer. */
async function mayStill(request: Request, { entrance, services }: FaceDeps): Promise<boolean> {
  const [before, now] = [entrance.proofOf(request), await entrance.proofNow(request)];
  if (now === null || now.person !== before?.person) return false;
  try {
    await services().people.admit({ who: 'starter', needs: 'run', reads: false }, now);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}
