import type { Response } from 'express';

/** Aborts when the client goes away; it listens to the response, because the request does not tell. */
export function goneSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
