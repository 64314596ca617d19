import type { RequestListener } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import type { Ids } from '../../../core/ports/ids.ts';
import { requestIds } from './request-id.ts';
import { securityHeaders, uncached } from './security-headers.ts';

interface AppDeps {
  readonly ids: Ids;
  /** Addresses and CIDRs of the proxies whose `X-Forwarded-For`, `-Proto` and `-Host` count; others are ignored. */
  readonly trustedProxies: readonly string[];
}

/** What every port begins with: paths as they are, an id for each request, and the headers of every answer. */
export function expressApp({ ids, trustedProxies }: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.set('trust proxy', trustedProxies.length === 0 ? false : [...trustedProxies]);
  app.enable('strict routing').enable('case sensitive routing');
  return app.use(requestIds(ids), securityHeaders, uncached);
}

export const listenerOf =
  (app: Express): RequestListener =>
  (incoming, outgoing) => {
    const [request, response] = [incoming as Request, outgoing as Response];
    // A target without a path (`GET http://`) matches nothing of the app, and express would answer it with HTML. As `*`
    // it is refused, because it names no host.
    app(request, response, (error: unknown) => {
      if (error !== undefined) response.destroy();
      else app(Object.assign(request, { url: '*' }), response);
    });
  };
