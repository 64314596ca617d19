// Room: what the agent asks of other machines. All of it goes out through the port `Web`.

import type { ConsentDemand } from '../../ports/tools.ts';
import { webLimits } from './limits.ts';
import { quote } from '../../kernel/quoted.ts';
import { say, type WebSays } from './says.ts';
import type { Says } from '../../kernel/says.ts';
import { targetOf, type Target } from './target.ts';

export { isHtml, textIn } from './content.ts';
export { targetOf };

/** The request of a model, as its tool takes it. */
export interface AskedRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeout_ms?: number;
}

/**
 * The consent that a request needs: requesting something is reading, and anything else is sending. If the address is
 * invalid, nothing can leave, and nothing needs consent. `secretsFor`: the names of the secrets that the engine adds to a
 * request of this address.
 */
export function demandOfRequest(
  asked: AskedRequest,
  secretsFor: (url: URL) => readonly string[] = () => [],
): ConsentDemand {
  const { url, method = 'GET', headers = {}, body, timeout_ms: patience } = asked;
  const target = readable(url);
  if (target === null) return { class: 'read', says: [say('request.invalid', {})] };
  const to = placeOf(target.url);
  const said = Object.entries(headers);
  const secrets = secretsFor(target.url);
  const isAsking = (method === 'GET' || method === 'HEAD') && body === undefined && said.every(isAskedFor);
  if (!isAsking) return { class: 'send_outside', to, says: [sending(method, target, said, body, secrets)] };
  // By not answering, a server can measure the chosen timeout to the millisecond.
  const carries = patience === undefined && said.every(saysNothing) ? room(target.url) : 'words';
  return {
    class: 'read',
    to,
    says: [sending(method, target, said, undefined, secrets)],
    asks: { url: target.url.href, carries },
  };
}

export const demandOfPage = ({ url }: { readonly url: string }): ConsentDemand => demandOfRequest({ url });

/** Headers that only say what the answer should be like. */
const READING = /^(accept|accept-language|if-modified-since|if-none-match|range)$/iu;
/** Few and exact values: every free choice could tell a server something. */
const PLAIN: ReadonlySet<string> = new Set([
  '*/*',
  'application/json',
  'application/xml',
  'text/html',
  'text/plain',
]);

const isAskedFor = ([name, value]: readonly [string, string]): boolean =>
  READING.test(name) && value.length <= webLimits.readingHeaderChars;

const saysNothing = ([name, value]: readonly [string, string]): boolean =>
  name.toLowerCase() === 'accept' && PLAIN.has(value);

/** A long address, or a long code in it, may carry more than a read request needs. */
const room = ({ pathname, search, href }: URL): 'little' | 'much' =>
  pathname.length + search.length > webLimits.queryChars || /[\w+/=-]{200}/u.test(href) ? 'much' : 'little';

export interface ComparedAddress {
  /** Without the scheme and the fragment, which is not sent. */
  readonly key: string;
  /** Whether it is requested by https. */
  readonly isEncrypted: boolean;
}

/** The form in which addresses are compared; null if it is not an address. */
export function addressOf(text: string): ComparedAddress | null {
  const target = readable(text);
  if (target === null) return null;
  const { protocol, host, pathname, search } = target.url;
  return { key: `${host}${pathname}${search}`, isEncrypted: protocol === 'https:' };
}

/**
 * The destination of a request, as consent names it: the host, with a non-default port, for https; with `http://` before
 * it for http.
 */
const placeOf = ({ protocol, host }: URL): string => (protocol === 'http:' ? `http://${host}` : host);

/**
 * A destination as a demand names it, from a person's text: a bare host means https. Null if it contains more than that
 * or is invalid, has a wildcard, or has the default port of http without a scheme, which is ambiguous.
 */
export function placeFrom(text: string): string | null {
  const [, scheme, rest = ''] = /^(https?:\/\/)?(.*)$/isu.exec(text) ?? [];
  const { url } = readable(`${scheme ?? 'https://'}${rest}`) ?? {};
  if (url === undefined || /[/?#]/u.test(rest) || url.host.includes('*')) return null;
  return scheme === undefined && url.port === '80' ? null : placeOf(url);
}

function readable(url: string): Target | null {
  try {
    return targetOf(url);
  } catch {
    return null;
  }
}

const { shownUrlChars, shownHeaderChars, shownBodyChars } = webLimits;

function sending(
  method: string,
  { url }: Target,
  headers: readonly (readonly [string, string])[],
  body: string | undefined,
  secrets: readonly string[],
): Says<'request.send', WebSays['request.send']> {
  const given = headers.map(([name, value]) => `${name}: ${value}`).join(', ');
  return say('request.send', {
    host: url.host,
    method,
    address: quote(url.href, shownUrlChars),
    headers: given === '' ? null : quote(given, shownHeaderChars),
    body: body === undefined ? null : quote(body, shownBodyChars),
    secrets,
    isPrivate: url.protocol === 'https:' || LOOPBACK.test(url.hostname),
  });
}

/** The name and the addresses under which a machine reaches only itself; the parser of addresses has normalized them. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/u;
