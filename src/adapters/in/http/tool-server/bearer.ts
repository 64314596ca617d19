import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { isOwnToken } from '../../../../contract/row.ts';
import { refuseRequest } from '../../../../contract/problem.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import { letIn } from '../connection-cap.ts';
import { disconnectSignal } from '../disconnect-signal.ts';
import { Guesses } from './guesses.ts';
import { say } from '../../../../contract/request-says.ts';

/**
 * Whether a request may come in: asked at each one, so that a new secret counts at once. `closed`: nobody may without a
 * secret, and there is none.
 */
export type Admission = (bearer: string | null) => Promise<boolean | 'closed'>;

/** Tells whenever somebody may do less than before. */
export interface AccessChanges {
  /** @returns a function that removes the listener */
  on(listener: () => void): () => void;
}

/**
 * Lets in who shows the secret, and without one everyone. Secrets from an address that has sent wrong ones wait before they
 * are compared, those of this machine too; what comes on a connection that has just shown the right one does not.
 */
export function bearerCheck(admits: Admission, changes: AccessChanges, clock: Clock): RequestHandler {
  const guesses = new Guesses(clock);
  const known = new WeakSet<Socket>();
  return async (request, response, next) => {
    const bearer = bearerOf(request);
    const { socket, ip = '' } = request;
    let isClosed = false;
    const isRight = async () => {
      const admitted = await admits(bearer);
      isClosed = admitted === 'closed';
      return admitted === true;
    };
    const isOwn = bearer !== null && isOwnToken(bearer);
    const ending = isOwn ? endedWith(response, isRight, changes) : null;
    // Until its answer it vouches for no other: a proxy may send requests of several clients on it.
    const isKnown = known.delete(socket);
    const mayEnter = await (bearer === null || isKnown
      ? isRight()
      : guesses.compared(ip, disconnectSignal(response), isRight));
    if (mayEnter) {
      if (bearer !== null) known.add(socket);
      letIn(request, response, bearer ?? ip);
      ending?.begin();
      return next();
    }
    response.setHeader('WWW-Authenticate', 'Bearer realm="svc"');
    throw refuseRequest.unauthenticated(
      {},
      say(isClosed ? 'request.tool_server_closed' : 'request.no_tool_secret'),
    );
  };
}

/** The token of a person may be removed, and they may be disabled, while a stream is open. */
function endedWith(response: Response, isRight: () => Promise<boolean>, changes: AccessChanges) {
  let isLet = false;
  let isMissed = false;
  const look = async (): Promise<void> => {
    if (!(await isRight().catch(() => false))) response.destroy();
  };
  const off = changes.on(() => {
    if (isLet) void look();
    else isMissed = true;
  });
  response.once('close', off);
  if (response.closed) off();
  return {
    /** It was let in. What has changed while that was asked counts, too. */
    begin: (): void => {
      isLet = true;
      if (isMissed) void look();
    },
  };
}

/** Null without exactly one `Authorization: Bearer …`: of two headers, Node would take the first. */
function bearerOf({ headers, rawHeaders }: Request): string | null {
  const sent = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  if (sent.length !== 1) return null;
  return /^Bearer +(\S+)$/iu.exec(headers.authorization ?? '')?.[1] ?? null;
}
