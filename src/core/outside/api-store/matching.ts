import { hostnameOf, hostOf, RATE_WINDOWS, type ApiProfile, type RateWindow } from './model.ts';

/** Hosts whose pages, code and scripts have addresses that look like those of APIs. */
const NO_API: ReadonlySet<string> = new Set([
  'google.com',
  'www.google.com',
  'github.com',
  'raw.githubusercontent.com',
  'cdn.jsdelivr.net',
]);

/** This machine, as the URL parser spells it. Other code decides whether it may be reached. */
const LOCAL =
  /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}:[\da-f]{1,4}|0:0)\])$/u;

/**
 * Whether an address looks like one of an API without a profile (specification › Error conditions). Decided by host
 * and path, never by the query, and the same for every spelling: `%76` is a `v`, and a server may ignore case.
 */
export function looksLikeApi(url: URL): boolean {
  const host = hostnameOf(url);
  if (NO_API.has(host) || LOCAL.test(host)) return false;
  return host.includes('api.') || /\/(?:v[123]|api\/)/iu.test(plain(url.pathname));
}

function plain(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replace(/%[2-7][\da-f]/giu, (escape) => String.fromCharCode(parseInt(escape.slice(1), 16)));
  }
}

/**
 * The profile of this host that describes the address: the one with the longest base URL that the address begins with.
 * A single profile describes its whole host; if several exist and none fits, there is none.
 */
export function profileFor(url: URL, ofHost: readonly ApiProfile[]): ApiProfile | null {
  const [only, ...others] = ofHost;
  if (only && others.length === 0) return only;
  const [best] = ofHost
    .map((profile) => ({ profile, base: new URL(profile.base_url) }))
    .filter(({ base }) => hostOf(base) === hostOf(url) && isBelow(url.pathname, base.pathname))
    .toSorted((a, b) => b.base.pathname.length - a.base.pathname.length);
  return best?.profile ?? null;
}

const isBelow = (path: string, base: string): boolean =>
  `${path}/`.startsWith(base.endsWith('/') ? base : `${base}/`);

export interface Limit {
  readonly window: RateWindow;
  readonly max: number;
}

/** The limits for a host: the strictest of its profiles, window by window. */
export const limitsOf = (ofHost: readonly ApiProfile[]): readonly Limit[] =>
  RATE_WINDOWS.flatMap((window) => {
    const all = ofHost.flatMap(({ rate_limit }) => rate_limit?.[`requests_per_${window}`] ?? []);
    return all.length === 0 ? [] : [{ window, max: Math.min(...all) }];
  });
