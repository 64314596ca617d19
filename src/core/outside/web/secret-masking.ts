import { finderOf } from '../../trust/masking/known-values.ts';
import { looksSecret, MASK } from '../../trust/masking/redaction.ts';
import { ValueFinder } from '../../trust/masking/value-finder.ts';
import type { WebHeaders } from '../../ports/web.ts';
import { refuse } from './errors.ts';
import type { ApiCredentials } from './port.ts';

const PROVES_WHO = /authorization|cookie|token|secret|passw|credential|api[-_]?key|^x-auth/iu;
const REFERENCE = /\bsecret:[A-Z][A-Z0-9_]{0,63}\b/u;

export interface Outgoing {
  readonly url: string;
  readonly headers: WebHeaders;
  readonly body: string;
}

/**
 * A model's request must not contain a secret, in any spelling, nor a reference to one: the engine attaches what an API
 * needs where the model cannot see it.
 * @throws Refusal credential_header, secret_in_request
 */
export function refuseSecrets({ url, headers, body }: Outgoing, known: readonly string[]): void {
  for (const name of Object.keys(headers))
    if (PROVES_WHO.test(name)) throw refuse.credential_header({ header: name.slice(0, 100) });
  const said = [url, unescaped(url), body, ...Object.entries(headers).flat()];
  const finder = finderOf(known);
  if (said.some((text) => REFERENCE.test(text) || finder.isIn(text))) throw refuse.secret_in_request();
  if ([url, ...Object.values(headers)].some(looksSecret)) throw refuse.secret_in_request();
}

function unescaped(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/**
 * Masks attached credentials (from headers and query) and known values in a reply. Overlapping matches are masked as
 * one.
 */
export function maskOf(attached: ApiCredentials): (text: string, known: readonly string[]) => string {
  const values = [...Object.values(attached.query), ...Object.values(attached.headers).flatMap(partsOf)];
  const own = new ValueFinder(values);
  return (text, known) => {
    const places = [...own.placesIn(text), ...finderOf(known).placesIn(text)];
    let clean = '';
    let from = 0;
    for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
      // A match inside the previous one is already masked.
      if (start >= from) clean += text.slice(from, start) + MASK;
      from = Math.max(from, end);
    }
    return from === 0 ? text : clean + text.slice(from);
  };
}

/** A header, and its value without the scheme: a server may echo a token without `Bearer`. */
const partsOf = (header: string): readonly string[] => [header, header.slice(header.indexOf(' ') + 1)];
