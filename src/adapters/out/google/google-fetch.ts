/** The hosts of the vendor that the engine speaks to. An access token goes to no other. */
export const GOOGLE_HOSTS = [
  'oauth2.googleapis.com',
  'www.googleapis.com',
  'docs.googleapis.com',
  'sheets.googleapis.com',
] as const;

/** The headers that may leave the machine; the library would also send the system and versions. */
const SENT = new Set([
  'accept',
  'authorization',
  'content-length',
  'content-range',
  'content-type',
  'range',
  'x-upload-content-length',
  'x-upload-content-type',
]);

export interface GoogleFetchDeps {
  /** Stands in for every address of the vendor: a server of this machine, for tests. Null: the vendor. */
  readonly baseUrl: string | null;
  readonly userAgent: string;
}

/**
 * The only way to the vendor. An address of another host is an error, whoever names it: an answer, a key file, the
 * environment. Redirects are not followed. With `baseUrl` a request goes to `<baseUrl>/<host>/<path>` instead.
 */
export function googleFetch({ baseUrl, userAgent }: GoogleFetchDeps): typeof fetch {
  return async (asked, init) => {
    const url = new URL(asked instanceof Request ? asked.url : asked);
    const isGoogle =
      url.protocol === 'https:' && url.port === '' && GOOGLE_HOSTS.some((host) => host === url.hostname);
    if (!isGoogle) throw new TypeError(`${url.host} is not a host of the vendor`);
    const headers = new Headers([...new Headers(init?.headers)].filter(([name]) => SENT.has(name)));
    headers.set('user-agent', userAgent);
    const to = baseUrl === null ? url : new URL(`${baseUrl}/${url.hostname}${url.pathname}${url.search}`);
    return await fetch(to, { ...init, headers, redirect: 'manual' });
  };
}
