import { finderOf } from '../masking/known-values.ts';
import { looksSecret, MASK } from '../masking/redaction.ts';
import { ValueFinder } from '../masking/value-finder.ts';
import type { WebHeaders } from '../ports/web.ts';
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
 * What a model asks to be sent holds no secret, in no spelling, and no reference to one: what an API
 * needs is attached behind its back.
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
 * Takes out what a server says back of what was attached, in a header or in the query, and of what else is
 * known. Of what overlaps all of it goes.
 */
export function maskOf(attached: ApiCredentials): (text: string, known: readonly string[]) => string {
  const values = [...Object.values(attached.query), ...Object.values(attached.headers).flatMap(partsOf)];
  const own = new ValueFinder(values);
  return (text, known) => {
    const places = [...own.placesIn(text), ...finderOf(known).placesIn(text)];
    let clean = '';
    let from = 0;
    for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
      // What begins in the one before it goes with it.
      if (start >= from) clean += text.slice(from, start) + MASK;
      from = Math.max(from, end);
    }
    return from === 0 ? text : clean + text.slice(from);
  };
}

/** A header, and what stands in it after its scheme: a server may say a token back without `Bearer`. */
const partsOf = (header: string): readonly string[] => [header, header.slice(header.indexOf(' ') + 1)];
