import { webLimits } from '../../../core/outside/web/limits.ts';
import type { WebHeaders } from '../../../core/ports/web.ts';
import { refuse } from '../../../core/outside/web/errors.ts';

/** Headers of the transport: a caller could use them to send a second request or to name another host. */
const OURS =
  /^(host|content-length|transfer-encoding|te|trailer|connection|keep-alive|upgrade|expect|accept-encoding|proxy-.*|:.*)$/u;

/** https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;

/**
 * With names in lower case. Refuses anything that could end a line.
 * @throws Refusal invalid_header, request_too_large
 */
export function sendable(headers: WebHeaders): Record<string, string> {
  const ready: Record<string, string> = Object.create(null) as Record<string, string>;
  let bytes = 0;
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase();
    if (!NAME.test(given) || OURS.test(name) || name in ready) throw refuse.invalid_header({ header: given });
    // Visible ASCII, spaces, tabs, and other single-byte characters.
    if (!/^[\t\x20-\x7e\x80-\xff]*$/u.test(value)) throw refuse.invalid_header({ header: given });
    ready[name] = value;
    bytes += name.length + value.length + 4;
  }
  if (bytes > webLimits.headerBytes) throw refuse.request_too_large();
  return ready;
}
