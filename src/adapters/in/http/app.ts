import type { RequestListener } from 'node:http';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Ids } from '../../../core/ports/ids.ts';
import { refuseRequest } from '../../../contract/problem.ts';
import type { AnyHttpRow, HttpRows } from '../../../contract/row.ts';
import { jsonBody } from './body.ts';
import { hostCheck } from './host-check.ts';
import { originCheck } from './origin-check.ts';
import { pageFiles } from './page.ts';
import { problemHandler } from './problem.ts';
import { requestIds } from './request-id.ts';
import { serve, type RouteDeps } from './route.ts';
import { tokenCheck } from './token-check.ts';

export interface HttpAppDeps extends RouteDeps {
  readonly rows: HttpRows;
  readonly ids: Ids;
  readonly pageDir: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Null where the port is open, as it is on loopback by specification. */
  readonly token: () => string | null;
}

/** Plain HTTP on loopback: no upgrade to TLS is asked for. The page needs nothing but its own files. */
const securityHeaders = helmet({
  strictTransportSecurity: false,
  frameguard: { action: 'deny' },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
    },
  },
});

const uncached: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** The HTTP surface over a table of rows. Nothing of a request is parsed before it has passed the checks. */
export function httpApp(deps: HttpAppDeps): RequestListener {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple').set('trust proxy', false);
  app.enable('strict routing').enable('case sensitive routing');
  app.use(requestIds(deps.ids), securityHeaders, uncached);

  // These say nothing but their status, so they may be asked under any name (S1).
  const entries = Object.entries(deps.rows);
  for (const [operation, row] of entries.filter(([, { open }]) => open)) mount(app, operation, row, deps);
  app.use(hostCheck(deps.allowedHosts), originCheck(deps.allowedOrigins));
  app.use(pageFiles(deps.pageDir));
  app.use(tokenCheck(deps.token));
  const closed = entries.filter(([, { open }]) => !open);
  for (const [path, methods] of [...methodsByPath(deps.rows)].toSorted(staticFirst)) {
    for (const [operation, row] of closed) if (split(row)[1] === path) mount(app, operation, row, deps);
    // Before the next path, which may have a parameter where this one has a word.
    app.all(path, wrongMethod(methods));
  }
  app.use(() => {
    throw refuseRequest.not_found();
  });
  app.use(problemHandler(deps.log));
  return (incoming, outgoing) => {
    const [request, response] = [incoming as Request, outgoing as Response];
    // A target in which there is no path (`GET http://`) runs past all of the above, and express would answer it
    // with HTML. As `*` it does not, and is refused for want of a host.
    app(request, response, (error: unknown) => {
      if (error !== undefined) response.destroy();
      else app(Object.assign(request, { url: '*' }), response);
    });
  };
}

function mount(app: Express, operation: string, row: AnyHttpRow, deps: HttpAppDeps): void {
  const [method, path] = split(row);
  app[method](path, jsonBody(row.bodyBytes), serve(operation, row, deps));
}

const split = (row: AnyHttpRow): ['get' | 'post' | 'put' | 'patch' | 'delete', string] => {
  const [method = '', path = ''] = row.route.split(' ');
  return [method.toLowerCase() as 'get', path];
};

/** `/workflows/stats` before `/workflows/:id`. */
const staticFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a.replaceAll(':', '\u{10ffff}') < b.replaceAll(':', '\u{10ffff}') ? -1 : 1;

function methodsByPath(rows: HttpRows): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>();
  for (const row of Object.values(rows)) {
    const [method, path] = split(row);
    const names = method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
    methods.set(path, [...(methods.get(path) ?? []), ...names]);
  }
  return methods;
}

function wrongMethod(methods: readonly string[]): RequestHandler {
  return (_request, response) => {
    response.setHeader('Allow', methods.join(', '));
    throw refuseRequest.method_not_allowed({ allow: methods });
  };
}
