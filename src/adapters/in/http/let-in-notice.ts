import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * A connection option (RFC 9110 §7.6.1) with which our proxy asks the engine to say at once, by a 102, that it has let a
 * request in: the answer itself may take as long as a run. As an option it concerns one connection only, so no other
 * proxy between the two gets a 102 that it did not ask for.
 */
export const LET_IN_NOTICE = 'svc-let-in';

export function giveNotice({ headers, httpVersion }: IncomingMessage, response: ServerResponse): void {
  const options = (headers.connection ?? '').split(',').map((option) => option.trim().toLowerCase());
  if (httpVersion === '1.1' && options.includes(LET_IN_NOTICE)) response.writeProcessing();
}
