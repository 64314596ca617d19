import express, { type RequestHandler } from 'express';

/** The plain page that speaks the same API as everybody else. It holds no data of its own. */
export function pageFiles(folder: string): RequestHandler {
  const files = express.static(folder, { cacheControl: false, redirect: false });
  return (request, response, next) => {
    // The API is not looked for on the disk first.
    if (request.path.startsWith('/api/')) next();
    else files(request, response, next);
  };
}
