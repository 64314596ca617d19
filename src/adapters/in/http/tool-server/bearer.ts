import type { Socket } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { refuseRequest } from '../../../../contract/problem.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import { letIn } from '../connection-cap.ts';
import { disconnectSignal } from '../disconnect-signal.ts';
import { Guesses } from './guesses.ts';
import { say } from '../../../../contract/request-says.ts';

/** Whether a request may come in: asked at each one, so that a new secret counts at once. */
export type Admission = (bearer: string | null) => Promise<boolean>;

/**
 * Lets in who shows the secret, and without one everyone. Secrets from an address that has sent wrong ones wait before they
 * are compared, those of this machine too; what comes on a connection that has just shown the right one does not.
 */
export function bearerCheck(admits: Admission, clock: Clock): RequestHandler {
  const guesses = new Guesses(clock);
  const known = new WeakSet<Socket>();
  return async (request, response, next) => {
    const bearer = bearerOf(request);
    const { socket, ip = '' } = request;
    const isRight = () => admits(bearer);
    // Until its answer it vouches for no other: a proxy may send requests of several clients on it.
    const isKnown = known.delete(socket);
    const mayEnter = await (bearer === null || isKnown
      ? isRight()
      : guesses.compared(ip, disconnectSignal(response), isRight));
    if (mayEnter) {
      if (bearer !== null) known.add(socket);
      letIn(request, response);
      return next();
    }
    response.setHeader('WWW-Authenticate', 'Bearer realm="svc"');
    throw refuseRequest.unauthenticated({}, say('request.no_tool_secret'));
  };
}

/** Null without exactly one `Authorization: Bearer …`: of two headers, Node would take the first. */
function bearerOf({ headers, rawHeaders }: Request): string | null {
  const sent = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  if (sent.length !== 1) return null;
  return /^Bearer +(\S+)$/iu.exec(headers.authorization ?? '')?.[1] ?? null;
}
