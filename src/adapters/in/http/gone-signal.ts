import type { Response } from 'express';

/** Aborts when the client goes away; on the response, because on the request it is never noticed. */
export function goneSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
