import type { Request, RequestHandler } from 'express';
import { refuseRequest } from '../../../../contract/problem.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import { letIn } from '../connection-cap.ts';
import { disconnectSignal } from '../disconnect-signal.ts';
import { WrongTokens } from '../wrong-tokens.ts';

/** Whether a request may come in: asked at each one, so that a new secret counts at once. */
export type Admission = (bearer: string | null) => Promise<boolean>;

const UNAUTHENTICATED =
  'This tool server needs its secret: Authorization: Bearer <secret>. It is in SVC_MCP_SECRET of the server, or in the vault under that name.';

/**
 * Lets in who shows the secret, and without one everyone. Wrong secrets are answered more and more slowly, whatever
 * machine they come from; the right one never waits.
 */
export function bearerCheck(admits: Admission, clock: Clock): RequestHandler {
  const wrongOnes = new WrongTokens(clock);
  return async (request, response, next) => {
    const bearer = bearerOf(request);
    if (await admits(bearer)) {
      letIn(request, response);
      return next();
    }
    if (bearer !== null) await wrongOnes.wait(disconnectSignal(response));
    response.setHeader('WWW-Authenticate', 'Bearer realm="svc"');
    throw refuseRequest.unauthenticated({}, UNAUTHENTICATED);
  };
}

/** Null without exactly one `Authorization: Bearer …`: of two headers, Node would take the first. */
function bearerOf({ headers, rawHeaders }: Request): string | null {
  const sent = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  if (sent.length !== 1) return null;
  return /^Bearer +(\S+)$/iu.exec(headers.authorization ?? '')?.[1] ?? null;
}
