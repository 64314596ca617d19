import type { ConsentDemand } from '../ports/tools.ts';
import { webLimits } from './limits.ts';
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
 * What it comes to: to ask for something is reading, and anything else is sending. Where nothing can leave
 * at all, because the address is none, there is nothing to consent to.
 */
export function demandOfRequest(asked: AskedRequest): ConsentDemand {
  const { url, method = 'GET', headers = {}, body, timeout_ms: patience } = asked;
  const target = readable(url);
  if (target === null) return { class: 'read', says: 'Ask for what is no address.' };
  const to = placeOf(target.url);
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
  READING.test(name) && value.length <= webLimits.readingHeaderChars;

const saysNothing = ([name, value]: readonly [string, string]): boolean =>
  name.toLowerCase() === 'accept' && PLAIN.has(value);

/** An address may be long enough to carry more than a request to read: by its length, or by a run of code in it. */
const room = ({ pathname, search, href }: URL): 'little' | 'much' =>
  pathname.length + search.length > webLimits.queryChars || /[\w+/=-]{200}/u.test(href) ? 'much' : 'little';

export interface ComparedAddress {
  /** Without the scheme, and without what stays here (the fragment). */
  readonly key: string;
  /** Asked by https. */
  readonly isEncrypted: boolean;
}

/** What an address is compared by; null for what is none. */
export function addressOf(text: string): ComparedAddress | null {
  const target = readable(text);
  if (target === null) return null;
  const { protocol, host, pathname, search } = target.url;
  return { key: `${host}${pathname}${search}`, isEncrypted: protocol === 'https:' };
}

/**
 * Where a request goes, as consent names it: a host, with its port where that is another than usual, is asked by https;
 * by http it is another place, `http://` and all.
 */
const placeOf = ({ protocol, host }: URL): string => (protocol === 'http:' ? `http://${host}` : host);

/**
 * A place as a demand names it, from what a person has written: a host alone means https. Null for what is more than
 * that, or none; with a star in it, it names no host, and with the port of http and no scheme it is not clear which is meant.
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

const IN_THE_OPEN = 'It is not encrypted: others on its way can read it';

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
  const said = `Send ${url.host} this: ${what}${with_.length === 0 ? '' : `, with ${with_.join(' and ')}`}`;
  return url.protocol === 'https:' ? said : `${said}. ${IN_THE_OPEN}`;
}
