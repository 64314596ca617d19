import type { Response } from 'express';

/** Aborts when the client disconnects; listens to the response, because the request does not report it. */
export function disconnectSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
