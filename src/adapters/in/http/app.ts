import type { RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import type { Ids } from '../../../core/ports/ids.ts';
import { refuseRequest } from '../../../contract/problem.ts';
import type { AnyHttpRow, HttpRows } from '../../../contract/row.ts';
import { Entrance, type EntranceDeps, type TokenOfPort } from './entrance.ts';
import { expressApp, listenerOf } from './express-app.ts';
import { faceRefusals, faceServed, type Face } from './face.ts';
import { hostCheck } from './host-check.ts';
import { originCheck } from './origin-check.ts';
import { pageFiles } from './page.ts';
import { problemHandler } from './problem.ts';
import { byPath } from './row-routes.ts';
import { serve, type RouteDeps, type ServeDeps } from './route.ts';

export interface HttpAppDeps extends RouteDeps {
  readonly rows: HttpRows;
  readonly ids: Ids;
  readonly pageDir: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Proxies whose `X-Forwarded-…` headers count. */
  readonly trustedProxies: readonly string[];
  readonly token: TokenOfPort;
  readonly logins: EntranceDeps['logins'];
  readonly access: EntranceDeps['access'];
  readonly proxyUserHeader: EntranceDeps['proxyUserHeader'];
  readonly faces: readonly Face[];
  readonly withoutToken: EntranceDeps['withoutToken'];
}

/** The HTTP surface over a table of rows. A request is parsed only after it has passed the checks. */
export function httpApp(given: HttpAppDeps): RequestListener {
  const app = expressApp(given);
  const deps = { ...given, entrance: new Entrance(given) };

  const paths = pathsOf(deps.rows);
  // These reveal only a status, so they are answered under any host name.
  app.use(
    byPath(
      only(paths, ({ open }) => open),
      (rows) => ifServed(rows, deps),
    ),
  );
  app.use(hostCheck(deps.allowedHosts), originCheck(deps.allowedOrigins));
  app.use(pageFiles(deps.pageDir));
  app.use(
    byPath(
      only(paths, ({ withoutToken }) => withoutToken),
      (rows) => ifServed(rows, deps),
    ),
  );
  for (const face of deps.faces) app.use(face.path, faceServed(face, deps));
  app.use(deps.entrance.check);
  app.use(byPath(paths, (rows) => oneOf(rows, deps)));
  app.use(() => {
    throw refuseRequest.not_found();
  });
  for (const face of deps.faces) app.use(face.path, faceRefusals(face, deps));
  app.use(problemHandler(deps.log));
  return listenerOf(app);
}

interface Mounted {
  readonly operation: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly row: AnyHttpRow;
}

function pathsOf(rows: HttpRows): ReadonlyMap<string, readonly Mounted[]> {
  const paths = new Map<string, readonly Mounted[]>();
  for (const [operation, row] of Object.entries(rows)) {
    const [method = '', path = ''] = row.route.split(' ');
    const mounted = { operation, method: method.toLowerCase() as Mounted['method'], row };
    paths.set(path, [...(paths.get(path) ?? []), mounted]);
  }
  return paths;
}

/** The paths that have such rows, with these rows. */
const only = (
  paths: ReadonlyMap<string, readonly Mounted[]>,
  isMeant: (row: AnyHttpRow) => boolean | undefined,
): ReadonlyMap<string, readonly Mounted[]> =>
  new Map(
    [...paths]
      .map(([path, rows]) => [path, rows.filter(({ row }) => isMeant(row))] as const)
      .filter(([, rows]) => rows.length > 0),
  );

/** Answers a path by the row of the method, where one of these is. */
function ifServed(rows: readonly Mounted[], deps: ServeDeps): RequestHandler {
  const handlers = new Map(
    rows.map(({ method, operation, row }) => [method, serve(operation, row, deps)] as const),
  );
  return (request, response, next) => {
    const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
    const handler = handlers.get(method as Mounted['method']);
    if (handler) return handler(request, response, next);
    next();
  };
}

/** Answers a path: by the row of the method, or with 405. */
function oneOf(rows: readonly Mounted[], deps: ServeDeps): RequestHandler {
  const served = ifServed(
    rows.filter(({ row }) => !row.open && !row.withoutToken),
    deps,
  );
  const allow = rows.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  return (request, response) =>
    served(request, response, () => {
      response.setHeader('Allow', allow.join(', '));
      throw refuseRequest.method_not_allowed({ allow });
    });
}
