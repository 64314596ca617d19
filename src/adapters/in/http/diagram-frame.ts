import type { Response } from 'express';

/** The build writes the document, with a hash in its name. */
export const isDiagramFrame = (path: string): boolean => /^\/assets\/diagram-[\w-]+\.html$/u.test(path);

/**
 * The policy of the document that draws diagrams, whose text is of a model or of a stranger: an origin of its own, also
 * when it is opened by its address; no network; no script but the one that is in it (the document names its hash); no eval.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  // The library puts a style sheet into each drawing.
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join(';');

/** In place of the page's own headers. */
export function closeOffDiagram(response: Response): void {
  response.setHeader('Content-Security-Policy', POLICY);
  response.setHeader('X-Frame-Options', 'SAMEORIGIN');
  // It has no origin to be keyed by.
  response.removeHeader('Origin-Agent-Cluster');
}
