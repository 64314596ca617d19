import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import express, { type RequestHandler } from 'express';
import { closeOffDiagram, isDiagramFrame } from './diagram-frame.ts';

/** Beside each of these files the build puts the same one compressed, as `NAME.gz`. */
const COMPRESSED = /^\/assets\/[^?]+\.(?:js|css|html)$/u;
/** The build puts a hash of the content into the names of assets. */
const FOR_GOOD = 'public, max-age=31536000, immutable';
const options = { cacheControl: false, redirect: false } as const;

/** The page is built once for each language: `index.html` in English, `index.de.html` in German. */
const languagesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((name) => /^index\.(\w+)\.html$/u.exec(name)?.[1] ?? [])
    : [];

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  html: 'text/html',
};

/** The static page, which uses the same API as every other client and contains no data of its own. */
export function pageFiles(folder: string): RequestHandler {
  const hashed = join(folder, 'assets') + sep;
  const languages = ['en', ...languagesIn(folder)];
  const files = express.static(folder, {
    ...options,
    setHeaders: (response, path) => {
      if (path.startsWith(hashed)) response.setHeader('Cache-Control', FOR_GOOD);
    },
  });
  // No cache keeps it, so it needs no validators. They come from the size and the time of a file, which are often the same
  // in both languages and, where a package sets the time, in two versions.
  const pages = express.static(folder, { ...options, etag: false, lastModified: false });
  const compressed = express.static(folder, {
    ...options,
    setHeaders: (response, path) => {
      const type = TYPES[path.split('.').at(-2) ?? ''];
      response.setHeader('Content-Type', `${type}; charset=utf-8`);
      response.setHeader('Content-Encoding', 'gzip');
      response.setHeader('Cache-Control', FOR_GOOD);
    },
  });
  return (request, response, next) => {
    const { path, url } = request;
    // Requests of the API are not looked up on the disk.
    if (path.startsWith('/api/')) return next();
    if (isDiagramFrame(path)) closeOffDiagram(response);
    if (path === '/' || path === '/index.html') {
      response.vary('Accept-Language');
      const language = request.acceptsLanguages(...languages) || 'en';
      request.url = language === 'en' ? '/index.html' : `/index.${language}.html`;
      pages(request, response, next);
      return;
    }
    const asItIs = () => {
      request.url = url;
      files(request, response, next);
    };
    if (!COMPRESSED.test(url)) return asItIs();
    response.vary('Accept-Encoding');
    if (request.acceptsEncodings('gzip') === false) return asItIs();
    request.url = `${url}.gz`;
    compressed(request, response, asItIs);
  };
}
