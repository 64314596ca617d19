import type { WebMethod } from '../../../core/ports/web.ts';
import { refuse } from '../../../core/outside/web/errors.ts';
import { targetOf, type Target } from '../../../core/outside/web/target.ts';

/** One request on the way through its redirects. */
export interface Hop {
  readonly target: Target;
  readonly method: WebMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly hasCredentials: boolean;
  readonly body: string | null;
}

/** Headers that may follow to another origin: none that identifies the sender. */
const PUBLIC_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent']);

export const isRead = (method: WebMethod): boolean => method === 'GET' || method === 'HEAD';

/** @throws Refusal as for a first request, and redirect_refused */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const target = targetOf(location, hop.target.url);
  const isSame = target.url.origin === hop.target.url.origin;
  const keepsMethod = status === 307 || status === 308 || isRead(hop.method);
  const isDowngrade = hop.target.url.protocol === 'https:' && target.url.protocol === 'http:';
  if (!isSame && !isRead(hop.method) && keepsMethod) throw refuse.redirect_refused();
  if (hop.hasCredentials && isDowngrade) throw refuse.redirect_refused();
  const method = keepsMethod ? hop.method : 'GET';
  const kept = Object.entries(hop.headers).filter(
    ([name]) => (isSame || PUBLIC_HEADERS.has(name)) && (keepsMethod || !name.startsWith('content-')),
  );
  return {
    target,
    method,
    headers: Object.fromEntries(kept),
    hasCredentials: isSame && hop.hasCredentials,
    body: isSame && keepsMethod ? hop.body : null,
  };
}
