import type { ConsentDemand } from '../consent/model.ts';
import { limits } from '../kernel/limits.ts';
import { quoted, shortened } from '../kernel/quoted.ts';
import { targetOf, type Target } from './target.ts';

/** What a model asks to be sent, as its tool takes it. */
export interface AskedRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeout_ms?: number;
}

/**
 * What it comes to (promise S30): to ask for something is reading, and anything else is sending. Where nothing can leave
 * at all, because the address is none, there is nothing to consent to.
 */
export function demandOfRequest(asked: AskedRequest): ConsentDemand {
  const { url, method = 'GET', headers = {}, body, timeout_ms: patience } = asked;
  const target = readable(url);
  if (target === null) return { class: 'read', says: 'Ask for what is no address.' };
  const to = target.url.host;
  const said = Object.entries(headers);
  const isAsking = (method === 'GET' || method === 'HEAD') && body === undefined && said.every(isAskedFor);
  if (!isAsking) return { class: 'send_outside', to, says: sentence(method, target, said, body) };
  // A server that does not answer sees to the millisecond when it is given up.
  const carries = patience === undefined && said.every(saysNothing) ? room(target.url) : 'words';
  return {
    class: 'read',
    to,
    says: sentence(method, target, said, undefined),
    asks: { url: target.url.href, carries },
  };
}

export const demandOfPage = ({ url }: { readonly url: string }): ConsentDemand => demandOfRequest({ url });

/** What may be asked for in a header that only says what the answer should be like. */
const READING = /^(accept|accept-language|if-modified-since|if-none-match|range)$/iu;
/** Few, and to the letter: where a page knows all spellings, each choice tells it something. */
const PLAIN: ReadonlySet<string> = new Set([
  '*/*',
  'application/json',
  'application/xml',
  'text/html',
  'text/plain',
]);

const isAskedFor = ([name, value]: readonly [string, string]): boolean =>
  READING.test(name) && value.length <= limits.web.readingHeaderChars;

const saysNothing = ([name, value]: readonly [string, string]): boolean =>
  name.toLowerCase() === 'accept' && PLAIN.has(value);

/** An address may be long enough to carry more than what is to be read: by its length, or by a run of code in it. */
const room = ({ pathname, search, href }: URL): 'little' | 'much' =>
  pathname.length + search.length > limits.web.queryChars || /[\w+/=-]{200}/u.test(href) ? 'much' : 'little';

/**
 * What an address is compared by, null for what is none: without what stays here (the fragment), and whether it is
 * asked by http or https at the usual port.
 */
export function addressKey(text: string): string | null {
  const target = readable(text);
  return target && `${target.url.host}${target.url.pathname}${target.url.search}`;
}

/** A host as a demand names it; null for what is more than a host, or none. With a star in it, it is a hope. */
export function hostKey(text: string): string | null {
  const { host, pathname, search } = readable(`https://${text}`)?.url ?? {};
  if (host === undefined || pathname !== '/' || search !== '') return null;
  return host.includes('*') || /[/?#]/u.test(text) ? null : host.replace(/:80$/u, '');
}

function readable(url: string): Target | null {
  try {
    return targetOf(url);
  } catch {
    return null;
  }
}

const { shownUrlChars, shownHeaderChars, shownBodyChars } = limits.consent;

function sentence(
  method: string,
  { url }: Target,
  headers: readonly (readonly [string, string])[],
  body: string | undefined,
): string {
  const given = headers.map(([name, value]) => `${name}: ${value}`).join(', ');
  const with_ = [
    ...(given === '' ? [] : [`the headers ${quoted(given, shownHeaderChars)}`]),
    ...(body === undefined
      ? []
      : [
          `${body.length} ${body.length === 1 ? 'character' : 'characters'}: ${quoted(body, shownBodyChars)}`,
        ]),
  ];
  const what = `${method} ${shortened(url.href, shownUrlChars)}`;
  return `Send ${url.host} this: ${what}${with_.length === 0 ? '' : `, with ${with_.join(' and ')}`}`;
}
