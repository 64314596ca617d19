import type { RequestListener } from 'node:http';
import { refuseRequest } from '../../../../contract/problem.ts';
import type { Ids } from '../../../../core/ports/ids.ts';
import { expressApp, listenerOf } from '../express-app.ts';
import { hostCheck } from '../host-check.ts';
import { originCheck } from '../origin-check.ts';
import { pageFiles } from '../page.ts';
import { problemHandler } from '../problem.ts';
import { forwardTo, type ForwardDeps } from './forward.ts';

export interface WebAppDeps extends ForwardDeps {
  readonly ids: Ids;
  readonly pageDir: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
}

/** The paths that the engine answers, apart from its page. */
const isOfEngine = (path: string): boolean =>
  path.startsWith('/api/') || path === '/health' || path === '/readyz';

/**
 * The port of the page: its files, and the engine's API under the same origin. It refuses what the engine would refuse
 * for its Host or Origin, and leaves everything else to the engine, which sees the same Host and Origin and checks them.
 */
export function webApp(deps: WebAppDeps): RequestListener {
  const app = expressApp(deps);
  app.use(hostCheck(deps.allowedHosts), originCheck(deps.allowedOrigins));
  const forward = forwardTo(deps);
  app.use((request, response, next) => {
    if (isOfEngine(request.path)) forward(request, response, next);
    else next();
  });
  app.use(pageFiles(deps.pageDir));
  app.use(() => {
    throw refuseRequest.not_found();
  });
  app.use(problemHandler(deps.log));
  return listenerOf(app);
}
