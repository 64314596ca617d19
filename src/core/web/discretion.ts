import { looksSecret, MASK } from '../kernel/redaction.ts';
import { anyOf, spellings } from '../kernel/spellings.ts';
import type { WebHeaders } from '../ports/web.ts';
import { refuse } from './errors.ts';

const PROVES_WHO = /authorization|cookie|token|secret|passw|credential|api[-_]?key|^x-auth/iu;
const REFERENCE = /\bsecret:[A-Z][A-Z0-9_]{0,63}\b/u;

export interface Outgoing {
  readonly url: string;
  readonly headers: WebHeaders;
  readonly body: string;
}

/**
 * What a model asks to be sent holds no secret, in no spelling, and no reference to one (promise S27): what an API
 * needs is attached behind its back.
 * @throws Refusal credential_header, secret_in_request
 */
export function refuseSecrets({ url, headers, body }: Outgoing, known: readonly string[]): void {
  for (const name of Object.keys(headers))
    if (PROVES_WHO.test(name)) throw refuse.credential_header({ header: name.slice(0, 100) });
  const said = [url, unescaped(url), body, ...Object.entries(headers).flat()];
  const anyKnown = anyOf(spellings(known));
  if (said.some((text) => REFERENCE.test(text) || text.search(anyKnown) >= 0))
    throw refuse.secret_in_request();
  if ([url, ...Object.values(headers)].some(looksSecret)) throw refuse.secret_in_request();
}

function unescaped(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** Takes out what a server says back of what was attached, and of what else is known (promise S28). */
export function masked(text: string, attached: readonly string[], known: readonly string[]): string {
  const parts = attached.flatMap((value) => [value, ...value.split(' ').slice(1)]);
  return text.replace(anyOf(spellings([...parts, ...known])), MASK);
}
