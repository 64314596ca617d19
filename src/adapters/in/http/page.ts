import express, { type RequestHandler } from 'express';

/** The static page, which uses the same API as every other client and contains no data of its own. */
export function pageFiles(folder: string): RequestHandler {
  const files = express.static(folder, { cacheControl: false, redirect: false });
  return (request, response, next) => {
    // Requests of the API are not looked up on the disk.
    if (request.path.startsWith('/api/')) next();
    else files(request, response, next);
  };
}
