import { join, sep } from 'node:path';
import express, { type RequestHandler } from 'express';

/** The static page, which uses the same API as every other client and contains no data of its own. */
export function pageFiles(folder: string): RequestHandler {
  const hashed = join(folder, 'assets') + sep;
  const files = express.static(folder, {
    cacheControl: false,
    redirect: false,
    setHeaders: (response, path) => {
      // The build puts a hash of the content into these names.
      if (path.startsWith(hashed)) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    },
  });
  return (request, response, next) => {
    // Requests of the API are not looked up on the disk.
    if (request.path.startsWith('/api/')) next();
    else files(request, response, next);
  };
}
